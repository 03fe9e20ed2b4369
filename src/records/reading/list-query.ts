import { refuse } from '../../domain/errors.ts';
import { Invalid, storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import { optionalRowsOf } from '../../platform/contract/paging.ts';
import { type FurtherParameters, type ListParameters, lastOf } from '../contract/list-parameters.ts';
import { kinds } from '../derive/kinds.ts';
import type { EntityModel } from '../derive/model.ts';
import type { Column } from '../entities/kit.ts';
import { type Condition, type ListQuery, type Operator, type Order, ownFields } from '../storage/record-reads.ts';
import { refuseByHome } from './locations.ts';
import type { RecordViewer } from './present.ts';

/** A key that is limited to some source systems sees their records, and those that belong to none. */
export function withinSourceApps(model: EntityModel, caller: Pick<Caller, 'sourceApps'>): Condition[] {
  const column = model.entity.columns['sourceApp'];
  if (!caller.sourceApps || !column) return [];
  const own: Condition = { property: 'sourceApp', operator: 'in', value: caller.sourceApps };
  // An appointment without a task belongs to the planners, not to every source system.
  return column.requiredOnImport ? [own, { property: 'sourceApp', operator: '!=', value: null }] : [own];
}

/** `page`, `limit`, `sort`, `filter` and plain `property=value`, the same way on every list. */
export interface Listing extends ListQuery {
  readonly limit: number | undefined;
  readonly offset: number;
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': '==',
  '=': '==',
  eq: '==',
  '!=': '!=',
  ne: '!=',
  like: 'like',
  '>=': '>=',
  gte: '>=',
  '<=': '<=',
  lte: '<=',
  '>': '>',
  gt: '>',
  '<': '<',
  lt: '<',
};

/** What a list asks for. */
export function parseListing(model: EntityModel, query: ListParameters, caller: RecordViewer): Listing {
  const { timeZone: zone } = caller;
  const listing = {
    conditions: [...oldStyleFilter(model, query.filter, zone), ...filtersBy(model, query.further, zone)],
    orders: parseSort(model, query.sort),
    ...optionalRowsOf(query),
  };
  refuseByHome(caller, model, listing);
  return listing;
}

const spellings = new WeakMap<EntityModel, ReadonlyMap<string, string>>();

/** Properties that can be filtered and sorted by, in lower case. */
function sortable(model: EntityModel): ReadonlyMap<string, string> {
  const known = spellings.get(model);
  if (known) return known;
  const names = [
    ...ownFields,
    ...model.stored
      .filter(({ spec }) => spec.kind !== 'secret' && spec.kind !== 'document' && spec.kind !== 'texts')
      .map(({ property }) => property),
  ];
  const made = new Map(names.map((name) => [name.toLowerCase(), name]));
  spellings.set(model, made);
  return made;
}

const specOf = (model: EntityModel, property: string): Column => {
  if (property === 'id' || property === 'version') return { kind: 'integer', required: false };
  if (property === 'createdAt' || property === 'updatedAt') return { kind: 'instant', required: false };
  if (property === 'createdBy' || property === 'updatedBy') return { kind: 'text', required: false };
  return model.column(property).spec;
};

function condition(
  model: EntityModel,
  property: string,
  operator: Operator,
  sent: unknown,
  zone: string,
  parameter: string,
): Condition {
  const known = sortable(model).get(property.toLowerCase());
  if (!known)
    throw refuse('REQ008', `${parameter}: ${model.name} has no property ${property.slice(0, 100)}.`, parameter);
  const spec = specOf(model, known);
  if (typeof sent === 'string' && storable(sent))
    throw refuse('REQ008', `${parameter}: is not a valid ${known}.`, parameter);
  const value =
    operator === 'like'
      ? String(sent ?? '').replace(/[\\%_]/g, '\\$&')
      : kinds[spec.kind].parse(sent ?? null, spec, zone);
  if (value instanceof Invalid) throw refuse('REQ008', `${parameter}: ${known}: ${value.message}`, parameter);
  return { property: known, operator, value };
}

/** Parameters that are named after properties of the record. */
export function filtersBy(model: EntityModel, parameters: FurtherParameters, zone: string): Condition[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    // A parameter that is no property belongs to someone else (a cache buster, a gateway): it is left alone.
    if (value === undefined || !sortable(model).has(name.toLowerCase())) return [];
    return [condition(model, name, '==', lastOf(value), zone, name)];
  });
}

/** Older clients send JSON, some of them with single quotes. */
function parseLoosely(text: string, parameter: string): unknown {
  for (const candidate of [text, text.replaceAll("'", '"')])
    try {
      return JSON.parse(candidate);
    } catch {}
  throw refuse(
    'REQ008',
    `${parameter}: must be a JSON list such as [{"property": "name", "operator": "like", "value": "pump"}].`,
    parameter,
  );
}

const field = (item: unknown, name: string): unknown => {
  if (typeof item !== 'object' || item === null) return undefined;
  return Object.entries(item).find(([key]) => key.toLowerCase() === name)?.[1];
};

function oldStyleFilter(model: EntityModel, text: string | undefined, zone: string): Condition[] {
  if (text === undefined || text.trim() === '') return [];
  const sent = parseLoosely(text, 'filter');
  return (Array.isArray(sent) ? sent : [sent]).map((item) => {
    const operator = OPERATORS[String(field(item, 'operator') ?? '==').toLowerCase()];
    if (!operator) throw refuse('REQ008', `filter: the operators are ${Object.keys(OPERATORS).join(', ')}.`, 'filter');
    return condition(model, String(field(item, 'property') ?? ''), operator, field(item, 'value'), zone, 'filter');
  });
}

/** `createdAt:desc,name`, or the older [{property, direction}]. */
function parseSort(model: EntityModel, text: string | undefined): Order[] {
  if (text === undefined || text.trim() === '') return [];
  const items: readonly (readonly [string, string])[] = /^\s*[[{]/.test(text)
    ? [parseLoosely(text, 'sort')]
        .flat()
        .map((item) => [String(field(item, 'property') ?? ''), String(field(item, 'direction') ?? 'asc')] as const)
    : text.split(',').map((part) => {
        const [property = '', direction = 'asc'] = part.trim().split(':');
        return [property, direction] as const;
      });
  return items.map(([property, direction]) => {
    const known = sortable(model).get(property.toLowerCase());
    if (!known) throw refuse('REQ008', `sort: ${model.name} has no property ${property.slice(0, 100)}.`, 'sort');
    if (!/^(asc|desc)$/i.test(direction)) throw refuse('REQ008', 'sort: the direction must be asc or desc.', 'sort');
    return { property: known, direction: direction.toLowerCase() as 'asc' | 'desc' };
  });
}
