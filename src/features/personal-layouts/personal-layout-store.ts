import type { Session } from '../../platform/postgres/database.ts';

/** A user of a tenant, by the account of the person who signed in. */
export interface Owner {
  readonly tenantId: number;
  readonly accountId: number;
}

export interface StoredLayout {
  readonly code: string;
  readonly name: string;
  readonly kind: number;
  readonly content: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const COLUMNS = 'l.code, l.name, l.kind, l.content, l.created_at as "createdAt", l.updated_at as "updatedAt"';

/** Every statement begins at the membership of the caller: there is no way to name the layouts of somebody else. */
const OWN = 'm.tenant_id = $1 and m.account_id = $2';

export const layoutsOf = (db: Session, { tenantId, accountId }: Owner): Promise<StoredLayout[]> =>
  db.query(
    `select ${COLUMNS} from membership m join personal_layout l on l.tenant_id = m.tenant_id and l.user_id = m.user_id
     where ${OWN} order by lower(l.name), l.code`,
    [tenantId, accountId],
  );

export const countLayouts = async (db: Session, { tenantId, accountId }: Owner, except: string): Promise<number> => {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from membership m join personal_layout l on l.tenant_id = m.tenant_id and l.user_id = m.user_id
     where ${OWN} and l.code <> $3`,
    [tenantId, accountId, except],
  );
  return row?.count ?? 0;
};

/** Undefined for somebody who is no user of the tenant. */
export async function putLayout(
  db: Session,
  { tenantId, accountId }: Owner,
  layout: Pick<StoredLayout, 'code' | 'name' | 'kind'> & { readonly content: string },
): Promise<StoredLayout | undefined> {
  const [row] = await db.query<StoredLayout>(
    `insert into personal_layout as l (tenant_id, user_id, code, name, kind, content)
     select m.tenant_id, m.user_id, $3, $4, $5, $6::jsonb from membership m where ${OWN}
     on conflict (tenant_id, user_id, code) do update
       set name = excluded.name, kind = excluded.kind, content = excluded.content, updated_at = now()
     returning ${COLUMNS}`,
    [tenantId, accountId, layout.code, layout.name, layout.kind, layout.content],
  );
  return row;
}

/** Whether there was one. It is no default any more. */
export async function removeLayout(db: Session, { tenantId, accountId }: Owner, code: string): Promise<boolean> {
  const rows = await db.query(
    `with gone as (
       delete from personal_layout l using membership m
       where ${OWN} and l.tenant_id = m.tenant_id and l.user_id = m.user_id and l.code = $3 returning l.user_id
     ), unset as (
       delete from layout_default d using gone where d.tenant_id = $1 and d.user_id = gone.user_id and not d.shared and d.code = $3
     )
     select 1 from gone`,
    [tenantId, accountId, code],
  );
  return rows.length > 0;
}

export interface ChosenLayout {
  readonly code: string;
  readonly shared: boolean;
}

/** The default of a user; undefined without one, and when its layout is gone. */
export async function defaultOf(db: Session, { tenantId, accountId }: Owner): Promise<ChosenLayout | undefined> {
  const [row] = await db.query<ChosenLayout>(
    `select d.code, d.shared from membership m join layout_default d on d.tenant_id = m.tenant_id and d.user_id = m.user_id
     where ${OWN} and case when d.shared
       then exists (select from layout s where s.tenant_id = d.tenant_id and s.code = d.code)
       else exists (select from personal_layout l where l.tenant_id = d.tenant_id and l.user_id = d.user_id and l.code = d.code) end`,
    [tenantId, accountId],
  );
  return row;
}

/** Whether there is such a layout. A layout of the tenant is found by its key, in any case. */
export async function chooseDefault(
  db: Session,
  { tenantId, accountId }: Owner,
  { code, shared }: ChosenLayout,
  key: string,
): Promise<boolean> {
  const rows = await db.query(
    `insert into layout_default (tenant_id, user_id, code, shared)
     select m.tenant_id, m.user_id, f.code, $4 from membership m join lateral (
       select s.code from layout s where $4 and s.tenant_id = m.tenant_id and s.key = $5
       union all
       select l.code from personal_layout l where not $4 and l.tenant_id = m.tenant_id and l.user_id = m.user_id and l.code = $3
     ) f on true where ${OWN}
     on conflict (tenant_id, user_id) do update set code = excluded.code, shared = excluded.shared returning 1`,
    [tenantId, accountId, code, shared, key],
  );
  return rows.length > 0;
}

export const clearDefault = (db: Session, { tenantId, accountId }: Owner): Promise<unknown> =>
  db.query(
    `delete from layout_default d using membership m where ${OWN} and d.tenant_id = m.tenant_id and d.user_id = m.user_id`,
    [tenantId, accountId],
  );
