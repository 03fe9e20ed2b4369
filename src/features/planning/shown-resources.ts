import { foldKey } from '../../domain/natural-key.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { listIn } from '../../platform/http/window.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { parseListing, withinSourceApps } from '../../records/reading/list-query.ts';
import { type Condition, countRecords, listRecords, type StoredRecord } from '../../records/storage/record-reads.ts';

/** The resources that a read over many of them is about: all that are shown, those named by `resources`, those that a filter lets through. */
export async function resourcesIn(
  { db }: HasDatabase,
  caller: Caller,
  query: RawQuery,
): Promise<{ total: number; resources: StoredRecord[] }> {
  const model = modelNamed('Resource');
  const { limit, offset, conditions, orders } = parseListing(model, query, caller.timeZone);
  const named = listIn(query, 'resources');
  const own: Condition[] = [
    { property: 'doNotShow', operator: '==', value: false },
    ...withinSourceApps(model, caller),
  ];
  if (named.length > 0) {
    const keys = named.filter((no) => !storable(no)).map((no) => foldKey([no]));
    own.push({ property: 'resourceNo', operator: 'keys', value: keys });
  }
  const listing = {
    conditions: [...conditions, ...own],
    orders: [...orders, { property: 'resourceNo', direction: 'asc' as const }],
  };
  const total = await countRecords(db, caller.tenantId, model, listing);
  const resources = await listRecords(db, caller.tenantId, model, listing, limit ?? total, offset);
  return { total, resources };
}

export const nameOf = (resource: StoredRecord): string =>
  String(resource['displayName'] ?? resource['resourceName'] ?? resource['resourceNo']);
