import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { FurtherParameters, ListParameters } from '../contract/list-parameters.ts';
import { quoted } from '../derive/ddl.ts';
import type { Include } from '../derive/includes.ts';
import { type EntityModel, facetColumns, model as modelNamed } from '../derive/model.ts';
import { type Facet, pascal } from '../entities/kit.ts';
import {
  countRecords,
  listRecords,
  type Restriction,
  type StoredRecord,
  streamRecords,
} from '../storage/record-reads.ts';
import { refuseLimitedRead } from '../whole-tenant.ts';
import { including, parseInclude } from './include.ts';
import { type Listing, parseListing, withinSourceApps } from './list-query.ts';
import { searchRestriction } from './list-search.ts';
import { refusePositions } from './locations.ts';
import { asksForPending, pendingColumns, pendingModel, showPending } from './pending-list.ts';
import { present } from './present.ts';
import type { ReadDeps } from './read-deps.ts';
import { withinVisibility } from './visibility.ts';

export interface RecordList {
  readonly total: number;
  /** In portions: a list without `limit` may be as long as the tenant's data. */
  readonly portions: AsyncIterable<readonly Record<string, unknown>[]>;
}

/** What a list holds unless the query asks for all. */
const restrictions: Readonly<Record<string, (parameters: FurtherParameters, now: Date) => string | undefined>> = {
  ResourceGpsTracking: (parameters) =>
    String(parameters['history'] ?? 'false').toLowerCase() === 'true'
      ? undefined
      : `not exists (select from resource_gps_tracking n where n.tenant_id = t.tenant_id and n.resource_id = t.resource_id
           and (n.date, n.id) > (t.date, t.id))`,
};

export async function listOf(
  deps: ReadDeps,
  caller: Caller,
  entity: string,
  query: ListParameters,
): Promise<RecordList> {
  const model = modelNamed(entity);
  refuseLimitedRead(caller, model);
  refusePositions(caller, model);
  if (asksForPending(model, query.further)) return listPending(deps, caller, model, query);
  const parsed = parseListing(model, query, caller);
  const now = deps.now();
  const extension = deps.extensions.reads[entity];
  const restriction = (extension?.restriction ?? restrictions[entity])?.(query.further, now);
  await extension?.prepare?.(deps, caller);
  const listing: Listing = {
    ...parsed,
    conditions: [...parsed.conditions, ...withinSourceApps(model, caller)],
    ...withinVisibility(caller, entity, bothOf(restriction, searchRestriction(caller, entity, query.further))),
    ...(extension ? { further: extension.columns(now) } : {}),
  };
  const includes = parseInclude(entity, query.further);
  const total = await countRecords(deps.db, caller.tenantId, model, listing);
  const show = (record: StoredRecord): Record<string, unknown> => ({
    ...present(model, record, caller),
    ...extension?.present(record, now),
    ...choiceOf(model, record),
  });
  const plain = portions(deps, caller, model, listing, show);
  return { total, portions: includes.length === 0 ? plain : withIncludes(deps, caller, includes, plain) };
}

const bothOf = (sql: string | undefined, search: Restriction | undefined): Restriction | undefined => {
  if (sql === undefined) return search;
  return search ? (bind) => `(${sql}) and (${search(bind)})` : () => sql;
};

/** The parts of one kind that wait for their record. */
async function listPending(
  deps: HasDatabase,
  caller: Caller,
  model: EntityModel,
  query: ListParameters,
): Promise<RecordList> {
  const parsed = parseListing(model, query, caller);
  const conditions = [...parsed.conditions, ...withinSourceApps(model, caller)];
  const listing: Listing = {
    ...parsed,
    conditions,
    ...withinVisibility(caller, model.name, undefined, true),
    further: pendingColumns,
  };
  const pending = pendingModel(model);
  const show = (record: StoredRecord): Record<string, unknown> => ({
    ...present(model, record, caller),
    ...showPending(record, caller.timeZone),
  });
  const total = await countRecords(deps.db, caller.tenantId, pending, listing);
  return { total, portions: portions(deps, caller, pending, listing, show) };
}

const choiceOf = ({ entity: { choosesBy } }: EntityModel, record: StoredRecord): Record<string, unknown> =>
  choosesBy === undefined ? {} : { [pascal(choosesBy)]: record[choosesBy] ?? null };

async function* withIncludes(
  deps: HasDatabase,
  caller: Caller,
  includes: readonly Include[],
  plain: AsyncIterable<readonly Record<string, unknown>[]>,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const records of plain) yield await including(deps, caller, includes, records);
}

/** The records that have a value in what a facet sets, and no more of them than that and their names. */
export async function listFacet(
  deps: HasDatabase,
  caller: Caller,
  facet: Facet,
  query: ListParameters,
): Promise<RecordList> {
  const model = modelNamed(facet.of);
  const parsed = parseListing(model, query, caller);
  const filled = facet.sets.map((property) => `t.${quoted(model.column(property).db)} is not null`).join(' or ');
  const listing = {
    ...parsed,
    conditions: [...parsed.conditions, ...withinSourceApps(model, caller)],
    ...withinVisibility(caller, facet.of, () => filled),
  };
  const total = await countRecords(deps.db, caller.tenantId, model, listing);
  const columns = facetColumns(facet);
  const show = (record: StoredRecord) => present(model, record, caller, columns);
  return { total, portions: portions(deps, caller, model, listing, show) };
}

async function* portions(
  deps: HasDatabase,
  caller: Caller,
  model: EntityModel,
  listing: Listing,
  show: (record: StoredRecord) => Record<string, unknown>,
): AsyncGenerator<Record<string, unknown>[]> {
  if (listing.limit === undefined)
    for await (const records of streamRecords(deps.db, caller.tenantId, model, listing)) yield records.map(show);
  else yield (await listRecords(deps.db, caller.tenantId, model, listing, listing.limit, listing.offset)).map(show);
}
