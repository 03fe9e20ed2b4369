import type { Include } from '../../derive/includes.ts';
import { type ColumnModel, type EntityModel, facetColumns, model as modelNamed } from '../../derive/model.ts';
import { refuse } from '../../domain/errors.ts';
import type { Facet } from '../../entities/kit.ts';
import { type Condition, countRecords, listRecords, streamRecords } from '../../storage/record-reads.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { including, parseInclude } from './include.ts';
import { type Listing, parseListing, type RawQuery, withinSourceApps } from './list-query.ts';
import { present } from './present.ts';

export interface RecordList {
  readonly total: number;
  /** In portions: a list without `limit` may be as long as the tenant's data. */
  readonly portions: AsyncIterable<readonly Record<string, unknown>[]>;
}

/** What a list holds when nothing is said about it. */
const restrictions: Readonly<Record<string, (query: RawQuery) => string | undefined>> = {
  Task: (query) => {
    const open = String(query['open'] ?? 'true').toLowerCase();
    const isOpen = `not t.is_complete and (t.task_open_as_of is null or t.task_open_as_of <= now())
      and (t.task_open_till is null or t.task_open_till >= now())`;
    if (open === 'true') return isOpen;
    if (open === 'false') return `not (${isOpen})`;
    if (open === 'all') return undefined;
    throw refuse('REQ008', 'open: true, false or all.', 'open');
  },
  ResourceGpsTracking: (query) =>
    String(query['history'] ?? 'false').toLowerCase() === 'true'
      ? undefined
      : `not exists (select from resource_gps_tracking n where n.tenant_id = t.tenant_id and n.resource_id = t.resource_id
           and (n.date, n.id) > (t.date, t.id))`,
};

export async function listOf(deps: Deps, caller: Caller, entity: string, query: RawQuery): Promise<RecordList> {
  const model = modelNamed(entity);
  const parsed = parseListing(model, query, caller.timeZone);
  const restriction = restrictions[entity]?.(query);
  const listing: Listing = {
    ...parsed,
    conditions: [...parsed.conditions, ...withinSourceApps(model, caller)],
    ...(restriction === undefined ? {} : { restriction: () => restriction }),
  };
  const includes = parseInclude(entity, query);
  const total = await countRecords(deps.db, caller.tenantId, model, listing);
  const plain = portions(deps, caller, model, listing);
  return { total, portions: includes.length === 0 ? plain : withIncludes(deps, caller, includes, plain) };
}

async function* withIncludes(
  deps: Deps,
  caller: Caller,
  includes: readonly Include[],
  plain: AsyncIterable<readonly Record<string, unknown>[]>,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const records of plain) yield await including(deps, caller, includes, records);
}

/** The records that have a value in what a facet sets, and no more of them than that. */
export async function listFacet(deps: Deps, caller: Caller, facet: Facet, query: RawQuery): Promise<RecordList> {
  const model = modelNamed(facet.of);
  const parsed = parseListing(model, query, caller.timeZone);
  const filled: Condition[] = facet.sets.map((property) => ({ property, operator: '!=', value: null }));
  const listing = { ...parsed, conditions: [...parsed.conditions, ...filled, ...withinSourceApps(model, caller)] };
  const total = await countRecords(deps.db, caller.tenantId, model, listing);
  return { total, portions: portions(deps, caller, model, listing, facetColumns(facet)) };
}

async function* portions(
  deps: Deps,
  caller: Caller,
  model: EntityModel,
  listing: Listing,
  only?: readonly ColumnModel[],
): AsyncGenerator<Record<string, unknown>[]> {
  const show = (records: Parameters<typeof present>[1][]): Record<string, unknown>[] =>
    records.map((record) => present(model, record, caller.timeZone, only));
  if (listing.limit === undefined)
    for await (const records of streamRecords(deps.db, caller.tenantId, model, listing)) yield show(records);
  else yield show(await listRecords(deps.db, caller.tenantId, model, listing, listing.limit, listing.offset));
}
