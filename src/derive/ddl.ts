import type { ColumnModel, EntityModel } from './model.ts';

/**
 * Tables of the declared records. Every primary key begins with tenant_id, so that the whole schema can be distributed by tenant.
 * `key` is the folded natural key, the thing that is unique. tenant_id is no foreign key on purpose: the check would lock the tenant's row, where
 * every writer counts its changes, once for each inserted row.
 */
function defaultOf({ spec }: ColumnModel): string {
  if (spec.default === undefined)
    return spec.kind === 'texts' ? " not null default '{}'" : spec.required ? ' not null' : '';
  return ` not null default ${spec.default === 'now' ? 'now()' : String(spec.default)}`;
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
    ...model.references.map(
      ({ db, target }) => `foreign key (tenant_id, ${db}) references ${target.table} (tenant_id, id)`,
    ),
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
