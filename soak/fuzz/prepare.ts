import { chanceFrom } from '../../src/domain/random.ts';
import { addKey } from '../../src/features/access/api-keys.ts';
import { insertTenant } from '../../src/features/access/tenant-store.ts';
import type { Database } from '../../src/platform/postgres/database.ts';
import { procedures } from '../../src/records/derive/model.ts';
import { aJob, request } from '../../test/process/process.ts';
import { makeCall } from './make-calls.ts';

/** Stands in the records of another tenant, and must stand in no answer. */
export const CANARY = 'zq7xcanary';

/** Records of every kind, so that the first requests find something to work on. */
export async function fill(address: string, key: string, seed: number): Promise<void> {
  const chance = chanceFrom(seed);
  const upserts = procedures.filter(({ action }) => action === 'upsert');
  for (let round = 0; round < 6; round++) {
    const calls = upserts.map((procedure) => makeCall(procedure, 'valid', chance));
    const headers = { 'x-api-key': key, prefer: 'handling=lenient' };
    const { status, body } = await request(address, headers, '/import', calls);
    if (status !== 200) throw new Error(`the records to begin with were refused: ${JSON.stringify(body)}`);
  }
  const user = { email: 'alpha@example.com', roles: ['planner'], password: 'a password for the soak' };
  await request(address, key, '/user', user);
}

export async function addCanary(address: string, db: Database): Promise<void> {
  const tenant = await insertTenant(db, CANARY, 'Europe/Brussels');
  if (!tenant) return;
  const { key } = await addKey(db, tenant, { name: CANARY, scopes: ['admin'] }, 'soak');
  const { status } = await request(address, key, '/import', [aJob(CANARY), aJob(`${CANARY}-2`)]);
  if (status !== 200) throw new Error('the other tenant got no records');
}

const MODULES = ['basicMap', 'timeRegistration', 'recommendation', 'optimization'];

/** Requests disable modules; without them half of the routes would answer 403. */
export async function enableModules(address: string, key: string): Promise<void> {
  for (const name of MODULES) await request(address, key, `/modules/${name}`, { enabled: true }, 'PUT');
}
