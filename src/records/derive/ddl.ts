import { constantDefault } from '../entities/kit.ts';
import type { ColumnModel, EntityModel } from './model.ts';

/**
 * Tables of the declared records. Every primary key begins with tenant_id, so that the whole schema can be distributed by tenant.
 * `key` is the folded natural key, the thing that is unique.
 *
 * There are no foreign keys between records: their check, row by row, made an insert of 1,000 tasks four times as slow. What they would
 * promise holds by the order of locks instead. Who writes a record first holds what it refers to (`for key share`, one statement
 * for the whole set); who deletes first locks the record (`for update`) and then looks for what refers to it. Either waits for
 * the other. See docs/decisions/0019.
 */
function defaultOf({ spec }: ColumnModel): string {
  if (spec.default === undefined)
    return spec.kind === 'texts'
      ? " not null default '{}'"
      : spec.required || spec.filled || spec.defaultsTo
        ? ' not null'
        : '';
  if (spec.default === 'now') return ' not null default now()';
  const value = constantDefault(spec);
  return ` not null default ${typeof value === 'string' ? `'${value}'` : String(value)}`;
}

export function tableOf(model: EntityModel): string {
  const lines = [
    'tenant_id integer not null',
    'id bigint generated always as identity',
    'key text collate "C" not null',
    ...model.references.map(({ db, reference }) => `${db} bigint${reference.optional ? '' : ' not null'}`),
    ...model.stored.map((column) => `${quoted(column.db)} ${column.kind.sql(column.spec)}${defaultOf(column)}`),
    'version integer not null default 1',
    'created_at timestamptz not null default now()',
    'created_by text not null',
    'updated_at timestamptz not null default now()',
    'updated_by text not null',
    'primary key (tenant_id, id)',
    'unique (tenant_id, key)',
  ];
  const indexes = [
    ...model.references.map(({ db }) => [db]),
    ...(model.entity.indexes ?? []).map((properties) =>
      properties.map((property) => quoted(model.column(property).db)),
    ),
  ];
  return [
    `create table ${model.table} (\n  ${lines.join(',\n  ')}\n);`,
    ...indexes.map((columns) => `create index on ${model.table} (tenant_id, ${columns.join(', ')});`),
  ].join('\n');
}

const RESERVED = new Set([
  'default',
  'group',
  'user',
  'end',
  'order',
  'references',
  'column',
  'table',
  'check',
  'offset',
  'limit',
]);
export const quoted = (name: string): string => (RESERVED.has(name) ? `"${name}"` : name);
