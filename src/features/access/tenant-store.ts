import type { Session, Transaction } from '../../platform/postgres/database.ts';

export interface Tenant {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
  readonly modules: readonly string[];
}

const COLUMNS = 'id, name, time_zone as "timeZone", modules';

export async function tenantByName(db: Session, name: string): Promise<Tenant | undefined> {
  const [row] = await db.query<Tenant>(`select ${COLUMNS} from tenant where lower(name) = lower($1)`, [name]);
  return row;
}

export async function tenantById(db: Session, id: number): Promise<Tenant | undefined> {
  const [row] = await db.query<Tenant>(`select ${COLUMNS} from tenant where id = $1`, [id]);
  return row;
}

/** Undefined when a tenant of that name exists already. */
export async function insertTenant(db: Session, name: string, timeZone: string): Promise<Tenant | undefined> {
  const [row] = await db.query<Tenant>(
    `insert into tenant (name, time_zone) values ($1, $2) on conflict (lower(name)) do nothing returning ${COLUMNS}`,
    [name, timeZone],
  );
  return row;
}

/** Turns a module of the tenant on or off. Undefined when it was so already. */
export async function setModule(
  tx: Transaction,
  tenantId: number,
  module: string,
  enabled: boolean,
): Promise<{ readonly before: readonly string[]; readonly after: readonly string[] } | undefined> {
  const [row] = await tx.query<{ before: string[]; after: string[] }>(
    `update tenant t set modules = case when $3::boolean then array_append(old.modules, $2) else array_remove(old.modules, $2) end
     from (select modules from tenant where id = $1 for update) old
     where t.id = $1 and ($2 = any(old.modules)) <> $3 returning old.modules as before, t.modules as after`,
    [tenantId, module, enabled],
  );
  return row;
}
