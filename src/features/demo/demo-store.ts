import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { models } from '../../records/derive/model.ts';

const DEMO_LOCK = 7345;

/** Only one caller at a time fills or empties a tenant. */
export async function lockDemo(tx: Transaction, tenantId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${DEMO_LOCK}, $1)`, [tenantId]);
}

/** The kinds of records that a tenant holds beside those that every tenant has, which `basics` gives by their keys; in one statement. */
export async function kindsHeld(
  db: Session,
  tenantId: number,
  basics: ReadonlyMap<string, string>,
  ignored: ReadonlySet<string>,
): Promise<string[]> {
  const looked = [...models.values()].filter(({ name }) => !ignored.has(name));
  const keys = looked.map(({ name }) => basics.get(name) ?? null);
  const parts = looked.map(
    ({ table, name }, i) =>
      `select '${name}' as name where exists (select from ${table} t where t.tenant_id = $1 and t.key is distinct from ($2::text[])[${i + 1}])`,
  );
  return (await db.query<{ name: string }>(parts.join(' union all '), [tenantId, keys])).map(({ name }) => name);
}

/** The value of a setting; undefined where there is none. */
export async function settingOf(db: Session, tenantId: number, key: string): Promise<unknown> {
  const [row] = await db.query<{ value: unknown }>(
    'select value from configuration_value where tenant_id = $1 and key = $2',
    [tenantId, key],
  );
  return row?.value;
}

export interface OwnRecords {
  readonly entries: readonly number[];
  readonly sessions: readonly number[];
  readonly jobs: readonly { readonly sourceType: string; readonly jobNo: string }[];
  readonly resources: readonly string[];
  /** Whether there are orders or resources of anybody else. */
  readonly hasOthers: boolean;
}

/** What a source system has brought, from its time to its resources. */
export async function recordsOfApp(tx: Transaction, tenantId: number, app: string): Promise<OwnRecords> {
  const [row] = await tx.query<OwnRecords>(
    `select
       coalesce((select array_agg(id order by id) from time_entry where tenant_id = $1 and source_app = $2), '{}') as entries,
       coalesce((select array_agg(id order by id) from time_session where tenant_id = $1 and source_app = $2), '{}') as sessions,
       coalesce((select jsonb_agg(jsonb_build_object('sourceType', source_type, 'jobNo', job_no) order by id)
         from job where tenant_id = $1 and source_app = $2), '[]') as jobs,
       coalesce((select array_agg(resource_no order by id) from resource where tenant_id = $1 and source_app = $2), '{}') as resources,
       exists (select from job where tenant_id = $1 and source_app <> $2)
         or exists (select from resource where tenant_id = $1 and source_app is distinct from $2) as "hasOthers"`,
    [tenantId, app],
  );
  if (!row) throw new Error('a select without from answers one row');
  return row;
}
