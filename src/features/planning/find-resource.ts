import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { withinSourceApps } from '../../records/reading/list-query.ts';
import { withinVisibility } from '../../records/reading/visibility.ts';
import { listRecords, type StoredRecord } from '../../records/storage/record-reads.ts';

export const noSuchResource = (resourceNo: string) =>
  refuse('APP001', `There is no Resource ${resourceNo.slice(0, 60)}.`);

/** A resource by its number, if the caller may see it. */
export async function findResource(deps: HasDatabase, caller: Caller, resourceNo: string): Promise<StoredRecord> {
  if (storable(resourceNo)) throw refuse('APP001', 'There is no such Resource.');
  const model = modelNamed('Resource');
  const conditions = [
    { property: 'resourceNo', operator: 'key' as const, value: foldKey([resourceNo]) },
    ...withinSourceApps(model, caller),
  ];
  const listing = { conditions, orders: [], ...withinVisibility(caller, 'Resource') };
  const [found] = await listRecords(deps.db, caller.tenantId, model, listing, 1, 0);
  if (!found) throw noSuchResource(resourceNo);
  return found;
}
