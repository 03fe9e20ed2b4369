import type { Database, Session } from '../../platform/postgres/database.ts';
import { quoted } from '../derive/ddl.ts';
import type { ColumnModel, EntityModel, ReferenceModel } from '../derive/model.ts';
import { folded } from '../derive/statements.ts';

/** A stored record with the public names of its columns and the service's own fields. */
export type StoredRecord = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };

/** Fields that every record has. */
export const ownFields = ['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const;
const OWN_COLUMNS: Readonly<Record<(typeof ownFields)[number], string>> = {
  id: 'id',
  version: 'version',
  createdAt: 'created_at',
  createdBy: 'created_by',
  updatedAt: 'updated_at',
  updatedBy: 'updated_by',
};
const isOwn = (property: string): property is (typeof ownFields)[number] => property in OWN_COLUMNS;

/** A property of the row `t`. A part of a record shows the version of that record. */
function columnSql(model: EntityModel, property: string): string {
  const whole =
    property === 'version' ? model.references.find(({ name }) => name === model.entity.versionedBy) : undefined;
  if (whole)
    return `(select w.version from ${whole.target.table} w where w.tenant_id = t.tenant_id and w.id = t.${whole.db})`;
  return `t.${isOwn(property) ? OWN_COLUMNS[property] : quoted(model.column(property).db)}`;
}

/** The columns that a read gives, after the fields that every record has. */
export const readColumns = (model: EntityModel): readonly ColumnModel[] =>
  model.stored.filter((column) => column.spec.kind !== 'secret');

const selection = (model: EntityModel, further: FurtherColumns = {}): string =>
  [
    ...ownFields.map((field) => `${columnSql(model, field)} as "${field}"`),
    ...readColumns(model).map((column) => `t.${quoted(column.db)} as "${column.property}"`),
    ...Object.entries(further).map(([name, sql]) => `${sql} as "${name}"`),
  ].join(', ');

export async function recordById(
  db: Session,
  tenantId: number,
  model: EntityModel,
  id: number,
): Promise<StoredRecord | undefined> {
  const [row] = await db.query<StoredRecord>(
    `select ${selection(model)} from ${model.table} t where t.tenant_id = $1 and t.id = $2`,
    [tenantId, id],
  );
  return row;
}

/** `in` takes a list of folded texts and lets records without a value pass; `key` and `keys` compare the folded key of the record. */
export type Operator = '==' | 'in' | 'key' | 'keys' | 'like' | '>=' | '<=' | '>' | '<' | '!=';

export interface Condition {
  readonly property: string;
  readonly operator: Operator;
  /** A stored value of the column, or null. */
  readonly value: unknown;
}

export interface Order {
  readonly property: string;
  readonly direction: 'asc' | 'desc';
}

export type Restriction = (bind: (value: unknown) => string) => string;

export interface ListQuery {
  readonly conditions: readonly Condition[];
  readonly orders: readonly Order[];
  /** A further condition in SQL on the row `t`, written in this house, never by a caller; what a caller sent is bound. */
  readonly restriction?: Restriction;
  readonly further?: FurtherColumns;
}

/** What is read beside the columns: SQL on the row `t` by name, written in this house, never by a caller. */
export type FurtherColumns = Readonly<Record<string, string>>;

const sqlType = (model: EntityModel, property: string): string => {
  if (property === 'id' || property === 'version') return 'bigint';
  if (isOwn(property)) return property.endsWith('At') ? 'timestamptz' : 'text';
  const column: ColumnModel = model.column(property);
  return column.kind.sql(column.spec);
};

/** PostgreSQL, too, normalizes with the square of the length, and cannot be interrupted while it does. Longer texts compare by their beginning. */
const MOST_FOLDED = 4000;

const foldedStart = (model: EntityModel, property: string, text: string): string => {
  const isLong = !isOwn(property) && (model.column(property).spec.max ?? Number.POSITIVE_INFINITY) > MOST_FOLDED;
  return folded(isLong ? `left(${text}, ${MOST_FOLDED + 1})` : text);
};

/** Text compares as keys do, without case. */
function where(model: EntityModel, query: ListQuery, values: unknown[]): string {
  const parts = ['t.tenant_id = $1'];
  if (query.restriction) parts.push(`(${query.restriction((value) => `$${values.push(value)}`)})`);
  for (const { property, operator, value } of query.conditions) {
    if (operator === 'key' || operator === 'keys') {
      values.push(value);
      parts.push(operator === 'key' ? `t.key = $${values.length}` : `t.key = any($${values.length}::text[])`);
      continue;
    }
    const column = columnSql(model, property);
    const type = sqlType(model, property);
    if (value === null) {
      parts.push(`${column} is ${operator === '!=' ? 'not ' : ''}null`);
      continue;
    }
    values.push(value);
    const parameter = `$${values.length}::${type}`;
    if (operator === 'in') {
      parts.push(`(${column} is null or lower(${column}) = any($${values.length}::text[]))`);
      continue;
    }
    if (operator === 'like') {
      parts.push(`${column}::text ilike '%' || $${values.length}::text || '%'`);
      continue;
    }
    const sql = operator === '==' ? '=' : operator === '!=' ? '<>' : operator;
    const [left, right] = [column, parameter].map((text) =>
      type === 'text' ? foldedStart(model, property, text) : text,
    );
    parts.push(`${left} ${sql} ${right}`);
  }
  return parts.join(' and ');
}

const orderBy = (model: EntityModel, orders: readonly Order[]): string =>
  [...orders.map(({ property, direction }) => `${columnSql(model, property)} ${direction} nulls last`), 't.id'].join(
    ', ',
  );

export async function countRecords(
  db: Session,
  tenantId: number,
  model: EntityModel,
  query: ListQuery,
): Promise<number> {
  const values: unknown[] = [tenantId];
  const [row] = await db.query<{ total: number }>(
    `select count(*) as total from ${model.table} t where ${where(model, query, values)}`,
    values,
  );
  return row?.total ?? 0;
}

export function listRecords(
  db: Session,
  tenantId: number,
  model: EntityModel,
  query: ListQuery,
  limit: number,
  offset: number,
): Promise<StoredRecord[]> {
  const values: unknown[] = [tenantId];
  const filter = where(model, query, values);
  values.push(limit, offset);
  return db.query<StoredRecord>(
    `select ${selection(model, query.further)} from ${model.table} t where ${filter}
     order by ${orderBy(model, query.orders)} limit $${values.length - 1} offset $${values.length}`,
    values,
  );
}

/** The ids alone, in order, for reads that put records together from several tables. */
export async function listIds(
  db: Session,
  tenantId: number,
  model: EntityModel,
  query: ListQuery,
  page: { readonly limit: number | undefined; readonly offset: number },
): Promise<number[]> {
  const values: unknown[] = [tenantId];
  const filter = where(model, query, values);
  values.push(page.limit ?? null, page.offset);
  const rows = await db.query<{ id: number }>(
    `select t.id from ${model.table} t where ${filter}
     order by ${orderBy(model, query.orders)} limit $${values.length - 1} offset $${values.length}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** All of them, in portions. */
export function streamRecords(
  db: Database,
  tenantId: number,
  model: EntityModel,
  query: ListQuery,
): AsyncGenerator<StoredRecord[], void, undefined> {
  const values: unknown[] = [tenantId];
  const filter = where(model, query, values);
  return db.stream<StoredRecord>(
    `select ${selection(model, query.further)} from ${model.table} t where ${filter} order by ${orderBy(model, query.orders)}`,
    values,
  );
}

/** Records as lists: the values of `ownFields`, then those of `readColumns`. */
export const recordListsByIds = async (
  db: Session,
  tenantId: number,
  model: EntityModel,
  ids: readonly number[],
  restriction?: Restriction,
): Promise<readonly unknown[][]> => {
  if (ids.length === 0) return [];
  const values: unknown[] = [tenantId, ids];
  const further = restriction ? ` and ${restriction((value) => `$${values.push(value)}`)}` : '';
  return db.lists(
    `select ${selection(model)} from ${model.table} t where t.tenant_id = $1 and t.id = any($2)${further}`,
    values,
  );
};

export async function recordsByIds(
  db: Session,
  tenantId: number,
  model: EntityModel,
  ids: readonly number[],
  further: FurtherColumns = {},
): Promise<Map<number, StoredRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<StoredRecord>(
    `select ${selection(model, further)} from ${model.table} t where t.tenant_id = $1 and t.id = any($2)`,
    [tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Records that refer to one of some others. */
export function recordsBelow(
  db: Session,
  tenantId: number,
  child: EntityModel,
  reference: ReferenceModel,
  parents: readonly number[],
  { conditions, restriction }: Pick<ListQuery, 'conditions' | 'restriction'>,
): Promise<(StoredRecord & { readonly parent: number })[]> {
  const values: unknown[] = [tenantId];
  const below: Restriction = (bind) =>
    `t.${reference.db} = any(${bind(parents)}::bigint[])${restriction ? ` and ${restriction(bind)}` : ''}`;
  const filter = where(child, { conditions, orders: [], restriction: below }, values);
  return db.query(
    `select ${selection(child)}, t.${reference.db} as parent from ${child.table} t where ${filter} order by t.key`,
    values,
  );
}

/** Records by their folded keys. */
export async function recordsByKeys(
  db: Session,
  tenantId: number,
  model: EntityModel,
  keys: readonly string[],
): Promise<Map<string, StoredRecord>> {
  if (keys.length === 0) return new Map();
  const rows = await db.query<StoredRecord & { folded: string }>(
    `select ${selection(model)}, t.key as folded from ${model.table} t where t.tenant_id = $1 and t.key = any($2)`,
    [tenantId, keys],
  );
  return new Map(rows.map(({ folded, ...row }) => [folded, row as unknown as StoredRecord]));
}
