import type { Session } from './database.ts';

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
