import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { Sealer } from '../../platform/sealer.ts';

const unpack = promisify<Buffer, Buffer>(gunzip);

export interface Replacement {
  readonly tenantId: number;
  readonly identifiers: readonly string[];
  readonly label: string;
  readonly address: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');

/** Whole texts only: an@example.com is not in joan@example.com. The syntax is that of PostgreSQL and of JavaScript. */
const patternOf = (texts: readonly string[]): string | null =>
  texts.length === 0 ? null : `(?<![\\w.+-])(?:${texts.map(escaped).join('|')})(?![\\w-])`;

const TEXT_LIKE = ['text', 'text[]', 'json', 'jsonb'];

interface Columns {
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Every column of texts or documents of the tenant's tables, from the catalogue: none can be forgotten. */
export const textColumns = (tx: Pick<Transaction, 'query'>): Promise<Columns[]> =>
  tx.query<Columns>(
    `select c.relname as table,
       jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and format_type(a.atttypid, null) = any($1)
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
     group by c.relname order by c.relname`,
    [TEXT_LIKE],
  );

/** The condition that a row names the person, with the pattern as parameter. */
export const mentions = (columns: Columns['columns'], pattern: string): string =>
  columns.map(({ name }) => `"${name}"::text ~* ${pattern}`).join(' or ');

export const mentionPattern = (identifiers: readonly string[]): string | null => patternOf(identifiers);

/** Replaces the identifiers in every text and document of the tenant. Returns the changed rows of each table. */
export async function replaceTexts(
  tx: Transaction,
  { tenantId, identifiers, label, address }: Replacement,
): Promise<Map<string, number>> {
  const done = new Map<string, number>();
  const [all, addresses, others] = [
    patternOf(identifiers),
    patternOf(identifiers.filter((text) => text.includes('@'))),
    patternOf(identifiers.filter((text) => !text.includes('@'))),
  ];
  if (all === null) return done;
  const never = '(?!x)x';
  for (const { table, columns } of await textColumns(tx)) {
    const sets = columns.map(
      ({ name, type }) =>
        `"${name}" = regexp_replace(regexp_replace("${name}"::text, $3, $5, 'gi'), $4, $6, 'gi')::${type}`,
    );
    const rows = await tx.query(
      `update "${table}" set ${sets.join(', ')} where tenant_id = $1 and (${mentions(columns, '$2')}) returning 1`,
      [tenantId, all, addresses ?? never, others ?? never, address, label],
    );
    if (rows.length > 0) done.set(table, rows.length);
  }
  return done;
}

/** Bodies that are packed or encrypted cannot be changed in place: those that name the person are deleted. */
export async function deleteBodies(
  tx: Transaction,
  { tenantId, identifiers }: Replacement,
  sealer: Sealer,
): Promise<Map<string, number>> {
  const pattern = patternOf(identifiers);
  if (pattern === null) return new Map();
  const isNamed = (text: string): boolean => new RegExp(pattern, 'iu').test(text);
  const imports: number[] = [];
  // One body at a time: each may have a megabyte.
  const logged = await tx.query<{ id: number }>(
    'select id from import_log where tenant_id = $1 and payload is not null',
    [tenantId],
  );
  for (const { id } of logged) {
    const [row] = await tx.query<{ payload: Buffer }>(
      'select payload from import_log where tenant_id = $1 and id = $2',
      [tenantId, id],
    );
    if (row && isNamed((await unpack(row.payload)).toString('utf8'))) imports.push(id);
  }
  await tx.query('update import_log set payload = null where tenant_id = $1 and id = any($2)', [tenantId, imports]);
  const answers = await tx.query<{ key: string; body: string }>(
    'select key, body from idempotency where tenant_id = $1',
    [tenantId],
  );
  const named = answers.filter(({ body }) => isNamed(opened(sealer, body))).map(({ key }) => key);
  await tx.query('delete from idempotency where tenant_id = $1 and key = any($2)', [tenantId, named]);
  return new Map([
    ['import_log', imports.length],
    ['idempotency', named.length],
  ]);
}

function opened(sealer: Sealer, body: string): string {
  try {
    return sealer.open(body);
  } catch {
    return body;
  }
}
