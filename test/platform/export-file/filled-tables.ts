import type { Database } from '../../../src/platform/postgres/database.ts';
import type { Sealer } from '../../../src/platform/sealer.ts';

/** Everything that COPY writes in a special way. */
export const ODD = 'a\ttab, a \\ backslash, a\nline, a \r return, \\N, \\., "quotes", ünïcödé 👍';

/** Values of a column by its type. */
const BY_TYPE: Readonly<Record<string, string>> = {
  integer: '1',
  bigint: '1',
  smallint: '1',
  boolean: 'true',
  text: ODD,
  bytea: '\\x00ff0a5c09',
  uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  date: '2026-02-28',
  'time without time zone': '10:11:12.5',
  interval: '1 day 02:03:04',
  'timestamp with time zone': '2026-01-02 03:04:05.678+00',
  'double precision': '0.30000000000000004',
  jsonb: JSON.stringify({ text: ODD, list: [1, null] }),
  json: `{"b":1,  "a":${JSON.stringify(ODD)}}`,
  'text[]': '{"a,b","c\\\\d",null}',
  'bigint[]': '{1,2}',
};

/** Values that the rules of a table want. Null leaves the column out. */
const SPECIAL: Readonly<Record<string, string | null>> = {
  'receiver.connector_id': null,
  'geo_pack.country': 'BE',
  'appointment.task_id': null,
  'appointment.source_app': null,
  'appointment.source_type': null,
  'appointment.job_no': null,
  'appointment.task_no': null,
  'time_session.stopped_at': '2026-01-02 04:04:05+00',
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly rules: readonly string[];
}

/** One row in every table that has none of this tenant, so that no table is forgotten when what is stored is compared. */
export async function fillEveryTable(
  { db, sealer }: { db: Database; sealer: Sealer },
  tenantId: number,
  accountId: number,
): Promise<string[]> {
  const columns = await db.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
       array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c') as rules
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '' order by c.relname, a.attnum`,
  );
  const byTable = new Map(columns.map(({ table }) => [table, columns.filter((each) => each.table === table)] as const));
  const filled: string[] = [];
  for (const [table, own] of byTable) {
    const names = own.map(({ name }) => name);
    const where = names.includes('tenant_id') ? `where tenant_id = ${tenantId}` : '';
    const [found] = await db.query(`select from "${table}" ${where} limit 1`);
    if (found || table === 'migration') continue;
    const sent = own.flatMap((column) => {
      const value = someValue(column, tenantId, accountId, sealer);
      return value === null ? [] : [{ name: column.name, value }];
    });
    await db.query(
      `insert into "${table}" (${sent.map(({ name }) => `"${name}"`).join(', ')}) values (${sent.map((_, at) => `$${at + 1}`).join(', ')})`,
      sent.map(({ value }) => value),
    );
    filled.push(table);
  }
  return filled;
}

function someValue(
  { table, name, type, rules }: Column,
  tenantId: number,
  accountId: number,
  sealer: Sealer,
): string | null {
  const special = SPECIAL[`${table}.${name}`];
  if (special !== undefined) return special;
  if (['tenant_id', 'managed_by', 'into_tenant', 'asked_tenant_id'].includes(name)) return String(tenantId);
  if (name === 'account_id') return String(accountId);
  if (name === 'secret') return sealer.seal(`${table} ${ODD}`);
  if (name === 'end') return '2026-01-02 05:04:05.678+00';
  const choice = rules.map((rule) => new RegExp(`\\(${name} = ANY \\(ARRAY\\['([^']+)'`).exec(rule)?.[1]).find(Boolean);
  if (choice) return choice;
  // Hashes are unique in the installation.
  if (type === 'bytea') return `\\x${Buffer.from(`${table}${name}${tenantId}\n\\\t`).toString('hex')}`;
  const value = BY_TYPE[type] ?? (type.startsWith('numeric') ? '12345.678901' : undefined);
  if (value === undefined) throw new Error(`add a value of the type ${type} for ${table}.${name}`);
  return type === 'text' ? `${tenantId} ${value}` : value;
}

/** All rows of all tables as texts, with sealed texts opened, and without what a move does not keep. */
export async function contentOf(
  db: Database,
  sealer: Sealer,
  except: readonly string[] = [],
): Promise<Record<string, string[]>> {
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace and relname <> all ($1) order by 1`,
    [['migration', 'live_stream', 'node_heartbeat', ...except]],
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(
      `select (to_jsonb(t) - '{queue_id,rows_at,roads_at}'::text[])::text as row from "${name}" t`,
    );
    content[name] = rows.map(({ row }) => opened(row, sealer)).sort();
  }
  return content;
}

const opened = (row: string, sealer: Sealer): string =>
  row.replace(/v1\.[A-Za-z0-9_-]{38,}/g, (text) => {
    try {
      return JSON.stringify(`opened:${sealer.open(text)}`).slice(1, -1);
    } catch {
      return text;
    }
  });
