import type { PastRecord } from '../../domain/past.ts';
import type { Fields } from '../../domain/undo.ts';
import type { Session } from '../../platform/postgres/database.ts';
import type { EntityModel } from '../../records/derive/model.ts';
import { recordJson } from '../../records/derive/statements.ts';

/** What the columns that name other records hold now, by record. */
export async function fieldsNow(
  tx: Session,
  tenantId: number,
  model: EntityModel,
  records: readonly PastRecord[],
): Promise<Map<number, Fields>> {
  if (records.length === 0) return new Map();
  const named = new Set(model.references.flatMap(({ reference }) => reference.by));
  const columns = model.stored.filter(({ property }) => named.has(property));
  const rows = await tx.query<{ id: number; fields: Fields }>(
    `select t.id, ${recordJson(columns, 't')} as fields from ${model.table} t where t.tenant_id = $1 and t.id = any($2)`,
    [tenantId, records.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}
