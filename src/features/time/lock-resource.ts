import { Refusal, refuse } from '../../domain/errors.ts';
import { refusalOfTime } from '../../domain/own-time.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { visibleAmong } from '../../records/reading/visible-rows.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { type LockedResource, lockResources } from './time-store.ts';

/** Writers of a resource's time wait here for each other. */
export async function lockResource(tx: Transaction, caller: Caller, resourceNo: string): Promise<LockedResource> {
  const refusal = refusalOfTime(caller, resourceNo);
  if (refusal) throw new Refusal(refusal);
  const [resource] = await lockResources(tx, caller.tenantId, [], [recordKey([resourceNo])]);
  const seen = await visibleAmong(tx, caller, 'Resource', resource ? [resource.id] : []);
  if (!resource || !seen.has(resource.id))
    throw refuse('APP004', `resourceNo: there is no Resource ${resourceNo}.`, 'resourceNo');
  return resource;
}
