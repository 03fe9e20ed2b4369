import type { Session } from '../../platform/postgres/database.ts';

export interface StoredMapping {
  readonly name: string;
  readonly procedure: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly updatedAt: number;
  readonly updatedBy: string;
}

const COLUMNS = 'name, procedure, content, updated_at as "updatedAt", updated_by as "updatedBy"';

export const mappingsOf = (db: Session, tenantId: number): Promise<StoredMapping[]> =>
  db.query(`select ${COLUMNS} from import_mapping where tenant_id = $1 order by lower(name), name`, [tenantId]);

export async function findMapping(db: Session, tenantId: number, name: string): Promise<StoredMapping | undefined> {
  const [row] = await db.query<StoredMapping>(
    `select ${COLUMNS} from import_mapping where tenant_id = $1 and name = $2`,
    [tenantId, name],
  );
  return row;
}

/** Undefined where the tenant has the most that it may have, without this one. */
export async function putMapping(
  db: Session,
  tenantId: number,
  mapping: { readonly name: string; readonly procedure: string; readonly content: string; readonly updatedBy: string },
  most: number,
): Promise<StoredMapping | undefined> {
  const [row] = await db.query<StoredMapping>(
    `insert into import_mapping (tenant_id, name, procedure, content, updated_by)
     select $1, $2, $3, $4::jsonb, $5
     where (select count(*) from import_mapping where tenant_id = $1 and name <> $2) < $6
     on conflict (tenant_id, name) do update set procedure = excluded.procedure, content = excluded.content,
       updated_by = excluded.updated_by, updated_at = now()
     returning ${COLUMNS}`,
    [tenantId, mapping.name, mapping.procedure, mapping.content, mapping.updatedBy, most],
  );
  return row;
}

/** Whether there was one. */
export async function removeMapping(db: Session, tenantId: number, name: string): Promise<boolean> {
  const rows = await db.query('delete from import_mapping where tenant_id = $1 and name = $2 returning 1', [
    tenantId,
    name,
  ]);
  return rows.length > 0;
}
