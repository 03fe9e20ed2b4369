import { quoted } from './ddl.ts';
import { derived } from './derived.ts';
import type { ColumnModel, EntityModel, ReferenceModel } from './model.ts';

/**
 * The set-based statements of one record kind, for the columns that a group of calls really sends: an upsert of 13 columns runs
 * one and a half times as fast as one of 40. Rows travel as one JSON parameter: a list for each row, with its key, what it refers to, and the
 * values of its columns. PostgreSQL reads lists in two thirds of the time that it takes for objects (json_to_recordset), arrays or VALUES.
 */
export interface WriteShape {
  readonly model: EntityModel;
  readonly columns: readonly ColumnModel[];
  readonly references: readonly ReferenceModel[];
}

const json = (property: string): string => `"${property}"`;

/** The rows `i` of $2. They are read once, however often a statement names them: an `offset` keeps them apart from it. */
function sentRows(
  { columns, references }: WriteShape,
  more: readonly (readonly [name: string, type: string])[] = [],
): string {
  const fields = [
    ['$key', 'text'],
    ...more,
    ...references.map(({ name }) => [`$${name}`, 'bigint'] as const),
    ...columns.map(({ property, kind, spec }) => [property, kind.sql(spec)] as const),
  ] as const;
  return `(select ${fields.map(([name, type], at) => `${valueAt(at, type)} as ${json(name)}`).join(', ')} from jsonb_array_elements($2::jsonb) r(v) offset 0) i`;
}

/** A value of a list as its type. The null of JSON is none of SQL. */
function valueAt(at: number, type: string): string {
  if (type === 'jsonb') return `nullif(v->${at}, 'null')`;
  if (type === 'text[]')
    return `case when v->${at} <> 'null' then array(select jsonb_array_elements_text(v->${at})) end`;
  return type === 'text' ? `v->>${at}` : `(v->>${at})::${type}`;
}

/** $1 tenant, $2 rows, $3 actor. Answers the rows that were inserted; a key that exists already is left alone. */
export const insertStatement = derived((shape: WriteShape): string => {
  const { model, columns, references } = shape;
  const implied = impliedColumns(shape);
  const targets = [
    ...references.map((each) => each.db),
    ...[...columns, ...implied].map((column) => quoted(column.db)),
  ];
  const sources = [
    ...references.map((each) => `i."$${each.name}"`),
    ...columns.map((column) => `i.${json(column.property)}`),
    ...implied.map(({ spec }) => `i.${json(spec.defaultsTo ?? '')}`),
  ];
  return `insert into ${model.table} (tenant_id, key, ${[...targets, ''].join(', ')}created_by, updated_by)
select $1, i."$key", ${[...sources, ''].join(', ')}$3, $3
from ${sentRows(shape)}
on conflict (tenant_id, key) do nothing
returning key, id`;
});

/** Columns that are not sent and get the value of another one. */
export const impliedColumns = derived(({ model, columns }: WriteShape): readonly ColumnModel[] =>
  model.stored.filter(({ spec, property }) => spec.defaultsTo && !isAmong(columns, property)),
);

/** The same for many rows, whose ids are known before: PostgreSQL takes two thirds of the time for it. See storage/copy-rows.ts. */
export const copyStatement = derived((shape: WriteShape): string => {
  const { model, columns, references } = shape;
  const targets = [
    'id',
    'key',
    'tenant_id',
    'created_by',
    'updated_by',
    ...references.map((each) => each.db),
    ...[...columns, ...impliedColumns(shape)].map((column) => quoted(column.db)),
  ];
  return `copy ${model.table} (${targets.join(', ')}) from stdin`;
});

/** So many ids of new rows, joined by commas. */
export const newIdsStatement = (model: EntityModel, count: number): string =>
  `select string_agg(nextval((select pg_get_serial_sequence('${model.table}', 'id')::regclass))::text, ',') from generate_series(1, ${count})`;

const isAmong = (columns: readonly ColumnModel[], property: string): boolean =>
  columns.some((column) => column.property === property);

/** What a write of this shape may change: the columns that are not part of the key, and references that follow from them. */
function changeable({ model, columns, references }: WriteShape): readonly (readonly [db: string, sent: string])[] {
  return [
    ...columns.filter((column) => !column.isKey).map((column) => [quoted(column.db), column.property] as const),
    ...references.filter((each) => !isPartOfKey(model, each)).map((each) => [each.db, `$${each.name}`] as const),
  ];
}

/** Without what is written only together with something else. */
const compared = (shape: WriteShape): ReturnType<typeof changeable> =>
  changeable({ ...shape, columns: shape.columns.filter(({ spec }) => !spec.stamp) });

const differs = (pairs: ReturnType<typeof changeable>, row: string): string =>
  `(${pairs.map(([db]) => `${row}.${db}`).join(', ')}) is distinct from (${pairs.map(([, sent]) => `i.${json(sent)}`).join(', ')})`;

/**
 * $1 tenant, $2 rows, $3 actor. Changes only the rows that differ from what is stored; the others are not even locked, because most of
 * what a back office re-sends every night is unchanged. Rows come in key order and are locked in it, so that two such statements cannot
 * wait for each other, and are compared once locked. Answers of each changed row the columns that differ, before and after.
 */
export const updateStatement = derived((shape: WriteShape): string => {
  const { model } = shape;
  const own = shape.columns.filter((column) => !column.isKey);
  const pairs = changeable(shape);
  const stored = ['id', ...own.map(({ db }) => quoted(db))];
  return `with found as materialized (
  select ${[...stored.map((db) => `f.${db}`), ...pairs.map(([, sent]) => `i.${json(sent)} as ${json(`new ${sent}`)}`)].join(', ')}
  from ${sentRows(shape)} cross join lateral (
    select ${stored.map((db) => `t.${db}`).join(', ')} from ${model.table} t where t.tenant_id = $1 and t.key = i."$key" and ${differs(compared(shape), 't')} for no key update
  ) f
)
update ${model.table} t set ${pairs.map(([db, sent]) => `${db} = f.${json(`new ${sent}`)}`).join(', ')},
  version = t.version + 1, updated_at = now(), updated_by = $3
from found f
where t.tenant_id = $1 and t.id = f.id
returning t.key, t.id, t.version, ${namesJson(model, 't')} as names, ${differenceJson(own, 'f')} as before, ${differenceJson(own, 't')} as after`;
});

/** The columns that differ between the rows `f` and `t`, as a JSON text of one of them. Secrets do not go into the log, not even sealed. */
const differenceJson = (columns: readonly ColumnModel[], row: 'f' | 't'): string => {
  const parts = columns.map(({ db, property, spec }) => {
    const value = `${row}.${quoted(db)}${spec.kind === 'decimal' ? '::text' : ''}`;
    const shown = spec.kind === 'secret' ? `'"[hidden]"'` : `coalesce(to_json(${value})::text, 'null')`;
    return `case when f.${quoted(db)} is distinct from t.${quoted(db)} then '"${property}":' || ${shown} end`;
  });
  return `'{' || ${withCommas(parts)} || '}'`;
};

/** PostgreSQL takes up to a hundred arguments of a function. */
const MOST_ARGUMENTS = 90;

/** The texts that are not null, with commas between them: an array that is joined takes longer (5 of 49 ms for 1,000 changed tasks). */
function withCommas(texts: readonly string[]): string {
  if (texts.length <= MOST_ARGUMENTS) return `concat_ws(',', ${texts.join(', ')})`;
  const parts: string[] = [];
  for (let at = 0; at < texts.length; at += MOST_ARGUMENTS)
    parts.push(`nullif(${withCommas(texts.slice(at, at + MOST_ARGUMENTS))}, '')`);
  return withCommas(parts);
}

/**
 * $1 tenant, $2 rows. Returns for each existing row whether it differs, and locks nothing. What a row refers to follows from its columns:
 * it need not be known yet.
 */
export const compareStatement = derived((shape: WriteShape): string => {
  const pairs = compared({ ...shape, references: [] });
  const stored = ['key', 'id', 'version', ...pairs.map(([db]) => db)];
  return `select t.key, t.id, t.version, ${pairs.length === 0 ? 'false' : differs(pairs, 't')} as differs
from ${sentRows({ ...shape, references: [] })} cross join lateral (
  select ${stored.join(', ')} from ${shape.model.table} where tenant_id = $1 and key = i."$key" offset 0
) t`;
});

const isPartOfKey = (model: EntityModel, each: ReferenceModel): boolean =>
  each.reference.by.every((property) => model.column(property).isKey);

/** Whether an update of these columns could change anything. */
export const hasOwnColumns = ({ columns }: WriteShape): boolean =>
  columns.some(({ isKey, spec }) => !isKey && !spec.stamp);

/**
 * $1 tenant, $2 keys in order. Key by key through the unique index: a plain `key = any($2)` is planned from statistics, and in the
 * middle of a bulk load those are so stale that PostgreSQL reads the whole tenant instead.
 */
export const findStatement = (
  model: EntityModel,
  lock: '' | 'for key share' | 'for update' = '',
  /** A further condition on the row `r`. */
  restriction?: string,
): string =>
  `select t.key, t.id, t.version from unnest($2::text[]) k cross join lateral (
  select key, id, version from ${model.table}${restriction ? ' r' : ''} where tenant_id = $1 and key = k ${restriction ? `and ${restriction} ` : ''}${lock} offset 0
) t`;

/** $1 tenant, $2 ids. Keeps rows from being changed by others, in key order, and answers the given columns and what the rows refer to. */
export const lockStatement = (model: EntityModel, columns: readonly ColumnModel[]): string =>
  `select t.key, t.id, t.version, ${recordJson(columns, 't')} as fields,
  ${refersJson(model, 't')} as refers
from ${model.table} t where t.tenant_id = $1 and t.id = any($2) order by t.key for update of t`;

/** The ids that a row refers to, by the name of the reference. */
export const refersJson = (model: EntityModel, row: string): string =>
  `json_build_object(${model.references.map(({ name, db }) => `'${name}', ${row}.${db}`).join(', ')})`;

/** $1 tenant, $2 rows, $3 actor. Puts rows back under the ids that they had. A key or an id that is taken meanwhile fails. */
export function restoreStatement(shape: WriteShape): string {
  const { model, columns, references } = shape;
  return `insert into ${model.table} (tenant_id, id, key, version, ${[
    ...references.map((each) => each.db),
    ...columns.map((column) => quoted(column.db)),
    '',
  ].join(', ')}created_by, updated_by) overriding system value
select $1, i."$id", i."$key", i."$version", ${[
    ...references.map((each) => `i."$${each.name}"`),
    ...columns.map((column) => `i.${json(column.property)}`),
    '',
  ].join(', ')}$3, $3
from ${sentRows(shape, [
    ['$id', 'bigint'],
    ['$version', 'integer'],
  ])}`;
}

/** Folds a text as domain/natural-key.ts does, where names are compared that have no folded column. */
export const folded = (text: string): string => `normalize(lower(rtrim(${text})))`;

/** What the log calls a record: its key as it was first spelled, and its source system. */
export const namesJson = (model: EntityModel, row: string): string =>
  recordJson(
    model.stored.filter(
      ({ property, isKey }) => isKey || property === 'sourceApp' || property === model.entity.otherwiseKeyedBy?.column,
    ),
    row,
  );

/** A row as JSON in the public names. Decimals are texts in it: eighteen digits do not survive being read as a number. */
export const recordJson = (columns: readonly ColumnModel[], row: string): string =>
  `(select to_json(x) from (select ${columns
    .map(
      ({ db, property, spec }) => `${row}.${quoted(db)}${spec.kind === 'decimal' ? '::text' : ''} as ${json(property)}`,
    )
    .join(', ')}) x)`;
