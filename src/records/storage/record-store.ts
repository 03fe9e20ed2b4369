import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { quoted } from '../derive/ddl.ts';
import type { ColumnModel, EntityModel, ReferenceModel } from '../derive/model.ts';
import {
  compareStatement,
  findStatement,
  folded,
  insertStatement,
  lockStatement,
  namesJson,
  recordJson,
  refersJson,
  restoreStatement,
  updateStatement,
  type WriteShape,
} from '../derive/statements.ts';
import { inTurns } from './in-turns.ts';
import { portions } from './portions.ts';
import type { Restriction } from './record-reads.ts';

/** Writes of declared records, always on sets: the number of statements does not depend on the number of rows. */
export interface FoundRecord {
  readonly key: string;
  readonly id: number;
  readonly version: number;
}

export interface ChangedRecord extends FoundRecord {
  /** Key columns and SourceApp as they are stored. */
  readonly names: Readonly<Record<string, unknown>>;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** A record that an update changed, with the fields that differ as JSON texts. */
export interface UpdatedRecord extends FoundRecord, Pick<ChangedRecord, 'names'> {
  readonly before: string;
  readonly after: string;
}

export interface DeletedRecord extends FoundRecord {
  readonly before: Readonly<Record<string, unknown>>;
  /** Ids of the records that it referred to, by the name of the reference. */
  readonly refers: Readonly<Record<string, number | null>>;
}

/** A row on its way in: `values` is the JSON of the values of its columns, in their order, without the brackets. */
export interface Row {
  readonly key: string;
  readonly references: readonly (number | null)[];
  readonly values: string;
}

/** The values of a row, of a record that may lack some. */
export const rowValues = (columns: readonly ColumnModel[], record: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(columns.map(({ property }) => record[property] ?? null)).slice(1, -1);

/** In key order: every statement of every writer then takes its locks in the same order. */
export const inOrder = <T extends { readonly key: string }>(rows: readonly T[]): T[] => [...rows].sort(byKeys);

const byKeys = (a: { readonly key: string }, b: { readonly key: string }): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : 0;

const rowsText = (rows: readonly (Omit<Row, 'references'> & Partial<Row>)[]): string => {
  let text = '';
  for (const { key, references = [], values } of rows) {
    text += `${text === '' ? '[' : ','}[${JSON.stringify(key)}`;
    for (let i = 0; i < references.length; i++) text += `,${references[i]}`;
    text += values === '' ? ']' : `,${values}]`;
  }
  return text === '' ? '[]' : `${text}]`;
};

function byKey<T extends { readonly key: string }>(rows: readonly T[]): Map<string, T> {
  const found = new Map<string, T>();
  for (const row of rows) found.set(row.key, row);
  return found;
}

export type Lock = 'none' | 'hold' | 'change';

export async function findByKeys(
  db: Session,
  tenantId: number,
  model: EntityModel,
  keys: readonly string[],
  lock: Lock = 'none',
  /** Which of them the caller sees, as a condition on the row `r`; the others are not found. */
  visible?: Restriction,
): Promise<Map<string, FoundRecord>> {
  if (keys.length === 0) return new Map();
  const values: unknown[] = [tenantId, [...keys].sort()];
  const restriction = visible?.((value) => `$${values.push(value)}`);
  const locks = { none: '', hold: 'for key share', change: 'for update' } as const;
  return byKey(await db.query<FoundRecord>(findStatement(model, locks[lock], restriction), values));
}

/** Answers the ids of what was inserted. A key that another transaction inserted meanwhile is missing from it. */
export async function insertRows(
  tx: Transaction,
  tenantId: number,
  shape: WriteShape,
  rows: readonly Row[],
  actor: string,
): Promise<Map<string, number>> {
  const statement = insertStatement(shape);
  const made = new Map<string, number>();
  for (const portion of portions(inOrder(rows)))
    for (const { key, id } of await tx.query<{ key: string; id: number }>(statement, [
      tenantId,
      rowsText(portion),
      actor,
    ]))
      made.set(key, id);
  return made;
}

/** Answers the rows that differed and were changed. Parts are changed one after the other, each in key order. */
export async function updateRows(
  tx: Transaction,
  tenantId: number,
  shape: WriteShape,
  parts: Iterable<readonly Row[]>,
  actor: string,
): Promise<Map<string, UpdatedRecord>> {
  const statement = updateStatement(shape);
  const changed = await inTurns(tx, inPortions(parts, inOrder), (portion) =>
    tx.query<UpdatedRecord>(statement, [tenantId, rowsText(portion), actor]),
  );
  return byKey(changed);
}

export interface LockedRecord extends FoundRecord {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Ids of the records that it refers to, by the name of the reference. */
  readonly refers: Readonly<Record<string, number | null>>;
}

/** The records that exist among the given ones, kept from being changed until the transaction ends. */
export async function lockByIds(
  tx: Transaction,
  tenantId: number,
  model: EntityModel,
  columns: readonly ColumnModel[],
  ids: readonly number[],
): Promise<Map<number, LockedRecord>> {
  const rows = await tx.query<LockedRecord>(lockStatement(model, columns), [tenantId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Puts records back under the ids that they had. */
export async function restoreRows(
  tx: Transaction,
  tenantId: number,
  shape: WriteShape,
  rows: readonly (Row & { readonly id: number; readonly version: number })[],
  actor: string,
): Promise<void> {
  const statement = restoreStatement(shape);
  for (const portion of portions(inOrder(rows)))
    await tx.query(statement, [
      tenantId,
      rowsText(portion.map(({ id, version, ...row }) => ({ ...row, references: [id, version, ...row.references] }))),
      actor,
    ]);
}

export interface ComparedRecord extends FoundRecord {
  readonly differs: boolean;
}

/** The rows that exist, and whether they differ from what was sent. */
export async function compareRows(
  tx: Transaction,
  tenantId: number,
  shape: WriteShape,
  parts: Iterable<readonly Omit<Row, 'references'>[]>,
): Promise<Map<string, ComparedRecord>> {
  const statement = compareStatement(shape);
  const compared = await inTurns(tx, inPortions(parts), (portion) =>
    tx.query<ComparedRecord>(statement, [tenantId, rowsText(portion)]),
  );
  return byKey(compared);
}

/** Parts that are made when they are asked for, none of them too large for a statement. */
function* inPortions<T extends { readonly values: string }>(
  parts: Iterable<readonly T[]>,
  ordered: (rows: readonly T[]) => readonly T[] = (rows) => rows,
): Generator<readonly T[]> {
  for (const part of parts) yield* portions(ordered(part));
}

/** Ids of children, for a delete that goes down a tree. */
export const childIds = (
  tx: Transaction,
  tenantId: number,
  child: EntityModel,
  reference: ReferenceModel,
  parents: readonly number[],
): Promise<{ id: number; parent: number }[]> =>
  tx.query(
    `select id, ${reference.db} as parent from ${child.table} where tenant_id = $1 and ${reference.db} = any($2) order by key for update`,
    [tenantId, parents],
  );

/** Ids of records whose columns spell one of the given values, without regard to case. */
export const idsSpelling = (
  tx: Transaction,
  tenantId: number,
  model: EntityModel,
  columns: readonly ColumnModel[],
  values: readonly (readonly unknown[])[],
): Promise<{ id: number }[]> =>
  tx.query(
    `select t.id from ${model.table} t join json_array_elements($2::json) v on ${columns
      .map((column, i) =>
        column.spec.kind === 'text'
          ? `${folded(`t.${quoted(column.db)}`)} = ${folded(`v->>${i}`)}`
          : `t.${quoted(column.db)} = (v->>${i})::${column.kind.sql(column.spec)}`,
      )
      .join(' and ')}
     where t.tenant_id = $1 order by t.key for update of t`,
    [tenantId, JSON.stringify(values)],
  );

/** Deletes by id and answers what was there. */
export async function deleteByIds(
  tx: Transaction,
  tenantId: number,
  model: EntityModel,
  ids: readonly number[],
): Promise<DeletedRecord[]> {
  if (ids.length === 0) return [];
  return tx.query<DeletedRecord>(
    `delete from ${model.table} t where t.tenant_id = $1 and t.id = any($2)
     returning t.key, t.id, t.version, ${recordJson(model.stored, 't')} as before, ${refersJson(model, 't')} as refers`,
    [tenantId, ids],
  );
}

/** Empties one column wherever it spells one of the names, and the ids of what it names; answers what changed. */
export const clearNames = (
  tx: Transaction,
  tenantId: number,
  model: EntityModel,
  column: ColumnModel,
  names: readonly string[],
  actor: string,
): Promise<ChangedRecord[]> => {
  const db = quoted(column.db);
  const cleared = [column, ...model.stored.filter(({ spec }) => spec.idOf === column.property)];
  return tx.query<ChangedRecord>(
    `with found as (
       select t.* from ${model.table} t where t.tenant_id = $1 and ${folded(`t.${db}`)} in (select ${folded('n')} from unnest($2::text[]) n)
       order by t.key for no key update
     )
     update ${model.table} t set ${cleared.map((each) => `${quoted(each.db)} = null`).join(', ')}, version = t.version + 1, updated_at = now(), updated_by = $3
     from found f where t.tenant_id = $1 and t.id = f.id
     returning t.key, t.id, t.version, ${namesJson(model, 't')} as names, ${recordJson(cleared, 'f')} as before, ${recordJson(cleared, 't')} as after`,
    [tenantId, names, actor],
  );
};

/** Ids of the records that match all given columns; a null matches "no value". */
export const idsMatching = (
  tx: Transaction,
  tenantId: number,
  model: EntityModel,
  columns: readonly ColumnModel[],
  rows: readonly (readonly unknown[])[],
): Promise<{ row: number; id: number; key: string }[]> =>
  tx.query(
    `select v.n::integer - 1 as row, t.id, t.key
     from json_array_elements($2::json) with ordinality v(value, n)
     join ${model.table} t on ${[
       'true',
       ...columns.map((column, i) => {
         const db = `t.${quoted(column.db)}`;
         return column.spec.kind === 'text'
           ? `${folded(db)} is not distinct from ${folded(`v.value->>${i}`)}`
           : `${db} is not distinct from (v.value->>${i})::${column.kind.sql(column.spec)}`;
       }),
     ].join(' and ')}
     where t.tenant_id = $1 order by t.key for update of t`,
    [tenantId, JSON.stringify(rows)],
  );

/** Who has one of the GUIDs. */
export const holdersOfGuids = (
  db: Session,
  tenantId: number,
  model: EntityModel,
  column: ColumnModel,
  guids: readonly string[],
): Promise<{ id: number; guid: string }[]> =>
  db.query(
    `select id, ${quoted(column.db)}::text as guid from ${model.table} where tenant_id = $1 and ${quoted(column.db)} = any($2::uuid[])`,
    [tenantId, guids],
  );

/** Of the given records those that meet a condition on the row `r`. */
export async function idsMeeting(
  db: Session,
  tenantId: number,
  model: EntityModel,
  ids: readonly number[],
  restriction: Restriction,
): Promise<Set<number>> {
  const values: unknown[] = [tenantId, ids];
  const rows = await db.query<{ id: number }>(
    `select r.id from ${model.table} r where r.tenant_id = $1 and r.id = any($2) and ${restriction((value) => `$${values.push(value)}`)}`,
    values,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Of the given records those that belong to one of the source systems, or to none. */
export async function idsWithin(
  db: Session,
  tenantId: number,
  model: EntityModel,
  ids: readonly number[],
  sourceApps: readonly string[],
): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(
    `select id from ${model.table} where tenant_id = $1 and id = any($2) and (source_app is null or lower(source_app) = any($3))`,
    [tenantId, ids, sourceApps],
  );
  return new Set(rows.map((row) => row.id));
}

export async function sourceAppsOf(
  db: Session,
  tenantId: number,
  model: EntityModel,
  keys: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db.query<{ key: string; sourceApp: string | null }>(
    `select key, source_app as "sourceApp" from ${model.table} where tenant_id = $1 and key = any($2)`,
    [tenantId, keys],
  );
  return new Map(rows.map((row) => [row.key, row.sourceApp]));
}
