import { PENDING_DAYS } from '../../domain/pending-part.ts';
import { dateOfInstant } from '../../domain/time/zone.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { parseFor, type Work, writeWork } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { systemCaller } from '../access/create-tenant.ts';
import { type Tenant, tenantById } from '../access/tenant-store.ts';
import { takeExpiredParts, tenantsWithExpiredParts } from './pending-part-store.ts';

/** How many of the deleted parts a notification names. */
const NAMED = 5;
const WARNING = 1;

/** Deletes the parts whose record did not arrive in time. A notification of the tenant says which, in the same transaction. */
export const expirePendingParts: NightlyJob<WriteDeps> = {
  name: 'delete parts whose record did not arrive',
  async run(deps, stopping) {
    let parts = 0;
    for (const id of await tenantsWithExpiredParts(deps.db, deps.now())) {
      const tenant = stopping.aborted ? undefined : await tenantById(deps.db, id);
      if (tenant) parts += await expire(deps, tenant);
    }
    return { parts };
  },
};

async function expire(deps: WriteDeps, tenant: Tenant): Promise<number> {
  const caller = systemCaller(tenant, 'nightly');
  const now = deps.now();
  let count = 0;
  const find = async (tx: Transaction): Promise<Work> => {
    const expired = await takeExpiredParts(tx, tenant.id, now);
    count = expired.length;
    const sent = count === 0 ? [] : [notification(expired, tenant, now)];
    return { parsed: await parseFor(deps, caller, sent, 'property'), size: sent.length };
  };
  await writeWork(deps, caller, { handling: 'default', dryRun: false, speak: 'property' }, find);
  return count;
}

type Expired = Awaited<ReturnType<typeof takeExpiredParts>>;

function notification(expired: Expired, { timeZone }: Tenant, now: Date) {
  const counts = new Map<string, number>();
  for (const { entity } of expired) counts.set(entity, (counts.get(entity) ?? 0) + 1);
  const kinds = [...counts].map(([entity, n]) => `${n} ${entity}`).join(', ');
  const names = expired.slice(0, NAMED).map((part) => `${part.entity} ${keyOf(part)}`);
  return fromObject('mboc_upsertNotification', {
    type: WARNING,
    code: `PENDING-${dateOfInstant(timeZone, now.getTime())}`,
    date: now.toISOString(),
    text: `Deleted, because the record that they belong to did not arrive within ${PENDING_DAYS} days: ${kinds}. ${names.join('; ')}${expired.length > NAMED ? ' …' : ''}`,
  });
}

/** The key as it was sent. */
const keyOf = ({ entity, fields }: Expired[number]): string =>
  modelNamed(entity)
    .columns.filter(({ property, isKey }) => (isKey || property === 'appointmentGuid') && property in fields)
    .map(({ property }) => fields[property])
    .join('/');
