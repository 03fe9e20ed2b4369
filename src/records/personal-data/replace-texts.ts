import type { Transaction } from '../../platform/postgres/database.ts';
import { NAME_COLUMNS, NAME_PROPERTIES } from './single-names.ts';

export interface Replacement {
  readonly tenantId: number;
  /** Replaced wherever they stand. */
  readonly identifiers: readonly string[];
  /** Names of one word, replaced where a field that names a person has nothing else in it. */
  readonly singles: readonly string[];
  readonly label: string;
  readonly address: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');
const oneOf = (texts: readonly string[]): string => `(?:${texts.map(escaped).join('|')})`;

/** Whole texts only: an@example.com is not in joan@example.com. The syntax is that of PostgreSQL and of JavaScript. */
const patternOf = (texts: readonly string[]): string | null =>
  texts.length === 0 ? null : `(?<![\\w.+-])${oneOf(texts)}(?![\\w-])`;

/** A property of a document that names a person, with nothing but the name. The first group is what comes before. */
const propertyPattern = (singles: readonly string[]): string | null =>
  singles.length === 0 ? null : `("(?:${NAME_PROPERTIES.join('|')})"\\s*:\\s*")${oneOf(singles)}(?=")`;

const TEXT_LIKE = ['text', 'text[]', 'json', 'jsonb'];

interface Columns {
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly hasId: boolean;
}

/** Every column of texts or documents of the tenant's tables, from the catalogue: none can be forgotten. */
export const textColumns = (tx: Pick<Transaction, 'query'>): Promise<Columns[]> =>
  tx.query<Columns>(
    `select c.relname as table,
       jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns,
       exists (select from pg_attribute i where i.attrelid = c.oid and i.attname = 'id' and i.atttypid in ('int'::regtype, 'bigint'::regtype)) as "hasId"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and format_type(a.atttypid, null) = any($1)
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
     group by c.oid, c.relname order by c.relname`,
    [TEXT_LIKE],
  );

/** The condition that a row names the person, with the pattern as parameter. */
export const mentions = (columns: Columns['columns'], pattern: string): string =>
  columns.map(({ name }) => `"${name}"::text ~* ${pattern}`).join(' or ');

export const mentionPattern = (identifiers: readonly string[]): string | null => patternOf(identifiers);

/** A pattern that matches nothing. */
const NEVER = '(?!x)x';

/** Replaces the identifiers in every text and document of the tenant, and single names in fields of names. Returns the changed rows of each table. */
export async function replaceTexts(
  tx: Transaction,
  { tenantId, identifiers, singles, label, address }: Replacement,
): Promise<Map<string, number>> {
  const done = new Map<string, number>();
  const [addresses, others, properties] = [
    patternOf(identifiers.filter((text) => text.includes('@'))) ?? NEVER,
    patternOf(identifiers.filter((text) => !text.includes('@'))) ?? NEVER,
    propertyPattern(singles) ?? NEVER,
  ];
  if (identifiers.length === 0 && singles.length === 0) return done;
  const names = new Map(NAME_COLUMNS);
  for (const { table, columns } of await textColumns(tx)) {
    const isName = (column: string): boolean => names.get(table)?.includes(column) ?? false;
    const sets = columns.map(({ name, type }) => {
      const replaced = `regexp_replace(regexp_replace(regexp_replace("${name}"::text, $3, $6, 'gi'), $4, $7, 'gi'), $5, '\\1' || $7, 'gi')::${type}`;
      return `"${name}" = ${isName(name) ? `case when lower("${name}") = any($8) then $7 else ${replaced} end` : replaced}`;
    });
    const named = columns.filter(({ name }) => isName(name)).map(({ name }) => `lower("${name}") = any($8)`);
    const rows = await tx.query(
      `update "${table}" set ${sets.join(', ')} where tenant_id = $1 and $8::text[] is not null and (${[mentions(columns, '$2'), ...named].join(' or ')}) returning 1`,
      [
        ...[tenantId, [addresses, others, properties].join('|'), addresses, others, properties, address, label],
        singles.map((each) => each.toLowerCase()),
      ],
    );
    if (rows.length > 0) done.set(table, rows.length);
  }
  await forgetDraftRows(tx, tenantId);
  await tx.query('select forget_past($1)', [tenantId]);
  return done;
}

/** Rows of drafts, as those of past moments, are copies of records; they are computed again from what was replaced. */
const forgetDraftRows = (tx: Transaction, tenantId: number): Promise<unknown> =>
  tx.query(
    `with forgotten as materialized (select id, put_draft_rows(tenant_id, id, '{}') from draft where tenant_id = $1)
     update draft d set rows_at = null from forgotten f where d.tenant_id = $1 and d.id = f.id`,
    [tenantId],
  );

/** Whether a body that cannot be changed names the person. A single name counts where it is a whole value. */
export function namesPerson({ identifiers, singles }: Replacement): (body: string) => boolean {
  const parts = [patternOf(identifiers), singles.length === 0 ? null : `"${oneOf(singles)}"`].filter(
    (part) => part !== null,
  );
  const pattern = new RegExp(parts.join('|') || NEVER, 'iu');
  return (body) => pattern.test(body);
}
