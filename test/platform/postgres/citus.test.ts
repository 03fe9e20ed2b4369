import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { databaseUrl } from '../../support/global-setup.ts';
import { statementsOf } from '../../support/statements/statements.ts';
import { type PlanNode, scansOf } from '../../support/statements/tenant-joins.ts';

/** What docs/guides/operate/citus.md relies on: tables can be distributed by tenant_id, and statements stay within one tenant. */

/** Tables without a tenant, and why. */
const GLOBAL: Readonly<Record<string, string>> = {
  tenant: 'the list of tenants itself',
  account: 'a person may belong to several tenants',
  passkey: 'of an account',
  one_time_code: 'of an account',
  recovery_code: 'of an account',
  password_reset: 'of an account',
  sign_in_step: 'of an account, before a tenant is chosen',
  sso_attempt: 'before the person and so the tenant is known',
  sso_logout_token: 'of an identity provider',
  login_failure: 'by address, before the account is known',
  geo_pack: 'towns and postcodes, the same for everybody',
  geocode_cache: 'locations of addresses, the same for everybody',
  nightly_task: 'work of the installation',
  node_heartbeat: 'processes of the installation',
  migration: 'of the installation',
};

/** Unique indexes of tables with tenants that do not begin with tenant_id: a credential is found by its hash, and says which tenant it is for. */
const BY_HASH = ['api_key_hash_key', 'calendar_feed_hash_key', 'invitation_hash_key', 'web_session_hash_key'];

/** Files with statements over several tenants, or one statement by its tables, and why. */
const ACROSS: Readonly<Record<string, string>> = {
  'features/connectors/fan-out-store.ts: connector, webhook':
    'the list of tenants with receivers, each found by the id of its tenant',
  'features/access/session-store.ts': 'a session is found by its hash',
  'features/single-sign-on/identity-store.ts': 'at a sign-in, all tenants of the person',
  'features/single-sign-on/provider-store.ts': 'sessions are joined by their hash',
  'features/single-sign-on/sso-session-store.ts': 'sessions are joined by their hash',
};

const client = new pg.Client(databaseUrl(inject('server'), inject('tables')));
let withTenant = new Set<string>();
/** They have no key of their own: each of their partitions has one, and is a table here as well. */
let partitioned = new Set<string>();
/** The tables of partitions. */
let parents = new Map<string, string>();
beforeAll(async () => {
  await client.connect();
  const { rows } = await client.query<{ name: string; kind: string }>(
    `select c.relname as name, c.relkind::text as kind from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  );
  withTenant = new Set(rows.map(({ name }) => name));
  const { rows: partitions } = await client.query<{ name: string; parent: string }>(
    'select inhrelid::regclass::text as name, inhparent::regclass::text as parent from pg_inherits join pg_class on oid = inhrelid where relispartition',
  );
  parents = new Map(partitions.map(({ name, parent }) => [name, parent]));
  partitioned = new Set(rows.filter(({ kind }) => kind === 'p').map(({ name }) => name));
});
afterAll(() => client.end());

describe('the tables', () => {
  test('have a tenant_id, except those that are named here', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
    );
    expect(rows.map(({ name }) => name).filter((name) => !withTenant.has(name))).toEqual(Object.keys(GLOBAL).sort());
  });

  test('with a tenant have a primary key, and every unique index begins with tenant_id', async () => {
    const { rows } = await client.query<{ table: string; name: string; primary: boolean; first: string }>(
      `select t.relname as table, i.relname as name, x.indisprimary as primary, pg_get_indexdef(i.oid, 1, true) as first
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
       where x.indisunique and t.relnamespace = 'public'::regnamespace`,
    );
    const own = rows.filter(({ table }) => withTenant.has(table));
    const others = own.filter(({ first }) => first !== 'tenant_id').map(({ name }) => name);
    expect(others.sort()).toEqual(BY_HASH);
    const keyed = new Set(own.filter(({ primary }) => primary).map(({ table }) => table));
    expect([...withTenant].filter((name) => !keyed.has(name) && !partitioned.has(name))).toEqual([]);
  });

  test('have foreign keys to the tenant only', async () => {
    const { rows } = await client.query<{ constraint: string }>(
      `select conrelid::regclass || ' to ' || confrelid::regclass as constraint from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> 'tenant'::regclass`,
    );
    expect(rows.filter(({ constraint }) => withTenant.has(constraint.split(' ')[0] ?? ''))).toEqual([]);
  });
});

describe('the statements', () => {
  test('that read several tables of tenants compare tenant_id of each', async (context) => {
    const { rows: version } = await client.query<{ server_version_num: string }>('show server_version_num');
    if (Number(version[0]?.server_version_num) < 160_000) context.skip('explain (generic_plan) needs PostgreSQL 16');
    let joins = 0;
    let unread = 0;
    const found: string[] = [];
    for (const { where, file, texts } of statementsOf())
      for (const text of (texts ?? []).flatMap((each) => each.split(';'))) {
        if (!/^\s*(?:select|with|insert|update|delete|\()/i.test(text)) continue;
        const { rows } = await client
          .query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (generic_plan, format json) ${text}`)
          .catch(() => {
            unread += 1;
            return { rows: [] };
          });
        const plan = rows[0]?.['QUERY PLAN'][0].Plan;
        const scans = (plan ? scansOf(plan) : [])
          .map(({ table, ...more }) => ({ ...more, table: parents.get(table) ?? table }))
          .filter(({ table }) => withTenant.has(table));
        if (new Set(scans.map(({ table }) => table)).size < 2) continue;
        joins += 1;
        const open = scans.filter(({ isWithinTenant }) => !isWithinTenant).map(({ table }) => table);
        const names = [...new Set(open)].join(', ');
        if (open.length > 0 && !(file in ACROSS) && !(`${file}: ${names}` in ACROSS)) found.push(`${where}: ${names}`);
      }
    expect(found).toEqual([]);
    // A check that sees nothing proves nothing.
    expect(joins).toBeGreaterThan(100);
    // Those on temporary tables, and with parameters whose type only the driver knows.
    expect(unread).toBeLessThanOrEqual(15);
  });
});
