import pg from 'pg';

/** One digest for each table, by its name. */
export type Digests = Readonly<Record<string, string>>;

/**
 * Digests of what tables hold, to compare what is stored before and after. One statement for all tables, planned once and without parallel
 * workers: to plan it, and to start workers for tables of a few rows, takes twenty times as long as to run it.
 */
export class TableDigests {
  readonly #client: pg.Client;
  readonly #text: string;

  private constructor(client: pg.Client, text: string) {
    this.#client = client;
    this.#text = text;
  }

  /** Of all tables but these, or of the rows of one tenant in those tables that have tenants. Moments of last use do not count. */
  static async open(url: string, of: 'all' | 'tenant', except: readonly string[]): Promise<TableDigests> {
    const options = '-c max_parallel_workers_per_gather=0 -c jit=off -c plan_cache_mode=force_generic_plan';
    const client = new pg.Client({ connectionString: url, options });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1)
         and ($2 = 'all' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'))
       order by 1`,
      [except, of],
    );
    const parts = rows.map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(r.row, ',' order by r.row), '')) as digest
         from (select (to_jsonb(t) - 'last_used_at' - 'last_seen_at' - 'last_used_address')::text as row from "${name}" t${of === 'tenant' ? ' where tenant_id = $1' : ''}) r`,
    );
    if (of === 'tenant') parts.push(`select 'change number', change_seq::text from tenant where id = $1`);
    return new TableDigests(client, parts.join(' union all '));
  }

  async read(...tenantId: readonly number[]): Promise<Digests> {
    const { rows } = await this.#client.query<{ name: string; digest: string }>({
      name: 'digests',
      text: this.#text,
      values: [...tenantId],
    });
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
