import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTenant, systemCaller } from './features/access/create-tenant.ts';
import { type Tenant, tenantByName } from './features/access/tenant-store.ts';
import type { HasAttachments } from './features/attachments/content.ts';
import { fillDemo, heldDemo } from './features/demo/fill-demo.ts';
import { removeDemo } from './features/demo/remove-demo.ts';
import { fromObject } from './records/writing/from-object.ts';
import { writeCalls } from './records/writing/write-calls.ts';
import type { WriteDeps } from './records/writing/write-deps.ts';

export const DEMO_TENANT = 'demo';
export const DEMO_ZONE = 'Europe/Brussels';
const PLANNER = 'planner@demo.example';
const WORKER = 'worker@demo.example';
/** The person of the demo that the field worker is. */
const WORKER_NO = 'T09';

interface Passwords {
  readonly planner: string;
  readonly worker: string;
}

/** The tenant of the demo, filled, with two people who can sign in. Answers what the operator should read. */
export async function prepareDemo(
  deps: WriteDeps & HasAttachments,
  dataDir: string,
  isFresh: boolean,
): Promise<string> {
  const tenant = (await tenantByName(deps.db, DEMO_TENANT)) ?? (await createTenant(deps, DEMO_TENANT, DEMO_ZONE));
  if (isFresh && (await heldDemo(deps.db, tenant.id))) {
    // The worker is nobody for a moment, or his account would keep his resource.
    await write(deps, tenant, [{ email: WORKER, resourceNo: null }]);
    await removeDemo(deps, systemCaller(tenant, 'demo'));
  }
  await fillDemo(deps, tenant, { seed: 1 });
  const passwords = await passwordsIn(dataDir);
  await write(deps, tenant, [
    { email: PLANNER, displayName: 'Dora Demo', roles: ['planner', 'admin'], password: passwords.planner },
    {
      email: WORKER,
      displayName: 'Ines Lambert',
      roles: ['timekeeper'],
      resourceNo: WORKER_NO,
      password: passwords.worker,
    },
  ]);
  const held = await heldDemo(deps.db, tenant.id);
  return [
    `  The tenant ${tenant.name} contains two weeks of a service company, starting ${held?.start}.`,
    '',
    `  planner and administrator   ${PLANNER}   password ${passwords.planner}`,
    `  field worker                ${WORKER}    password ${passwords.worker}`,
    '',
    '  The accounts stay the same at the next start. To start over with the weeks around today: npm run demo -- --fresh',
    '',
  ].join('\n');
}

async function write(deps: WriteDeps, tenant: Tenant, users: readonly Record<string, unknown>[]): Promise<void> {
  const calls = users.map((user) => fromObject('mboc_upsertUser', user));
  await writeCalls(deps, systemCaller(tenant), calls, { handling: 'default', dryRun: false, speak: 'property' });
}

/** Made at the first start and kept beside the data, readable by its owner only: a demo may stand in a network. */
async function passwordsIn(dataDir: string): Promise<Passwords> {
  const file = path.join(dataDir, 'demo-passwords.json');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return JSON.parse(known) as Passwords;
  const made = { planner: randomBytes(9).toString('base64url'), worker: randomBytes(9).toString('base64url') };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}
