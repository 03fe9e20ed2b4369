import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { ListParameters } from '../../records/contract/list-parameters.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { parseListing, withinSourceApps } from '../../records/reading/list-query.ts';
import { withinVisibility } from '../../records/reading/visibility.ts';
import { type Condition, countRecords, listRecords, type StoredRecord } from '../../records/storage/record-reads.ts';

/** The resources that a read over many of them is about: all that are shown, those with the keys in `resources`, those that a filter lets through. */
export async function resourcesIn(
  { db }: HasDatabase,
  caller: Caller,
  query: ListParameters & { readonly resources: readonly string[] | undefined },
): Promise<{ total: number; resources: StoredRecord[] }> {
  const model = modelNamed('Resource');
  const { limit, offset, conditions, orders } = parseListing(model, query, caller);
  const own: Condition[] = [
    { property: 'doNotShow', operator: '==', value: false },
    ...withinSourceApps(model, caller),
  ];
  if (query.resources) own.push({ property: 'resourceNo', operator: 'keys', value: query.resources });
  const listing = {
    conditions: [...conditions, ...own],
    orders: [...orders, { property: 'resourceNo', direction: 'asc' as const }],
    ...withinVisibility(caller, 'Resource'),
  };
  const total = await countRecords(db, caller.tenantId, model, listing);
  const resources = await listRecords(db, caller.tenantId, model, listing, limit ?? total, offset);
  return { total, resources };
}

export const nameOf = (resource: StoredRecord): string =>
  String(resource['displayName'] ?? resource['resourceName'] ?? resource['resourceNo']);
