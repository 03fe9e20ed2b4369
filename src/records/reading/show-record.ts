import { isDeepStrictEqual } from 'node:util';
import { errorDetail, Refusal, refuse } from '../../domain/errors.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { FurtherParameters } from '../contract/list-parameters.ts';
import { type EntityModel, model as modelNamed } from '../derive/model.ts';
import type { HasExtensions, ReadExtension } from '../extensions.ts';
import { historyOf } from '../storage/change-log.ts';
import { type Condition, listRecords, type StoredRecord } from '../storage/record-reads.ts';
import { refuseLimitedRead } from '../whole-tenant.ts';
import { recordKey } from '../writing/record-key.ts';
import { including, parseInclude } from './include.ts';
import { filtersBy, withinSourceApps } from './list-query.ts';
import { refusePositions } from './locations.ts';
import { present } from './present.ts';
import { presentChange, type ShownChange } from './present-change.ts';
import type { ReadDeps } from './read-deps.ts';
import { withinVisibility } from './visibility.ts';

/**
 * GET /job/{jobNo} and the like. The number alone may occur in several source systems: then the other parts of the key are asked for in
 * the query (?sourceApp=&sourceType=). `?by=id` finds by the service's own id. `isVersioned`: all that is shown only changes with the version.
 */
export async function showRecord(
  deps: ReadDeps,
  caller: Caller,
  entity: string,
  reference: string,
  query: FurtherParameters,
): Promise<{ record: Record<string, unknown>; version: number; isVersioned: boolean }> {
  const model = modelNamed(entity);
  const includes = parseInclude(entity, query);
  const extension = deps.extensions.reads[entity];
  await extension?.prepare?.(deps, caller);
  const stored = await find(deps, caller, model, reference, query);
  const record = present(model, stored, caller);
  if (extension) Object.assign(record, extension.present(stored, deps.now()));
  const [whole = record] = includes.length === 0 ? [] : await including(deps, caller, includes, [record]);
  return { record: whole, version: stored.version, isVersioned: !extension || extension.isOwn?.(stored) === true };
}

export async function recordHistory(
  deps: HasDatabase & HasExtensions & HasClock,
  caller: Caller,
  entity: string,
  reference: string,
  query: FurtherParameters,
): Promise<ShownChange[]> {
  const model = modelNamed(entity);
  const stored = await find(deps, caller, model, reference, query);
  const changes = await historyOf(deps.db, caller.tenantId, entity, stored.id);
  return changes.map((change) => presentChange(change, caller));
}

async function find(
  deps: HasDatabase & HasExtensions & HasClock,
  caller: Caller,
  model: EntityModel,
  reference: string,
  query: FurtherParameters,
): Promise<StoredRecord> {
  refuseLimitedRead(caller, model);
  refusePositions(caller, model);
  if (storable(reference)) throw refuse('APP001', `There is no such ${model.name}.`);
  const property = query['by'] === 'id' ? 'id' : (model.entity.shownBy ?? 'id');
  const keyParts = Object.fromEntries(
    Object.entries(query).filter(([name]) =>
      model.keyColumns.some((column) => column.property.toLowerCase() === name.toLowerCase()),
    ),
  );
  const conditions = filtersBy(model, keyParts, caller.timeZone);
  const own: Condition = { property, operator: '==', value: property === 'id' ? wholeNumber(reference) : reference };
  const extension = deps.extensions.reads[model.name];
  const whole = wholeKey(model, property, [own, ...conditions]);
  // One text for each kind of record: statements that are prepared stay.
  const isOne = whole !== undefined || (property === 'id' && conditions.length === 0);
  const isOften = isOne && !caller.visibility && hasFixedColumns(extension);
  const [first, ...others] = await listRecords(
    isOften ? deps.db.preparing : deps.db,
    caller.tenantId,
    model,
    {
      conditions: [...(whole ?? [own, ...conditions]), ...withinSourceApps(model, caller)],
      orders: [],
      ...withinVisibility(caller, model.name),
      ...(extension ? { further: extension.columns(deps.now()) } : {}),
    },
    6,
    0,
  );
  if (!first) throw refuse('APP001', `There is no ${model.name} ${reference}.`);
  if (others.length === 0) return first;
  const parts = model.keyColumns.map((column) => column.property).filter((each) => each !== property);
  throw new Refusal(
    errorDetail('APP002', `${model.name} ${reference} occurs more than once: add ${parts.join(', ')} to the query.`),
    {
      extra: {
        candidates: [first, ...others].map((record) => ({
          id: record.id,
          ...Object.fromEntries(model.keyColumns.map((column) => [column.property, record[column.property]])),
        })),
      },
    },
  );
}

const fixed = new WeakMap<ReadExtension, boolean>();

/** A statement that contains the time is another one each time. */
function hasFixedColumns(extension: ReadExtension | undefined): boolean {
  if (!extension) return true;
  const known = fixed.get(extension);
  if (known !== undefined) return known;
  const isFixed = isDeepStrictEqual(extension.columns(new Date(0)), extension.columns(new Date(1)));
  fixed.set(extension, isFixed);
  return isFixed;
}

/** Where all of the key is given, it is compared as keys are: folded. */
function wholeKey(model: EntityModel, property: string, given: readonly Condition[]): Condition[] | undefined {
  const values = model.keyColumns.map((column) => given.find((each) => each.property === column.property)?.value);
  const isKey = model.keyColumns.some((column) => column.property === property);
  return isKey && values.every((value) => value !== undefined)
    ? [{ property, operator: 'key', value: recordKey(values) }]
    : undefined;
}

const wholeNumber = (text: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw refuse('APP001', `${text.slice(0, 50)} is not an id.`);
  return number;
};
