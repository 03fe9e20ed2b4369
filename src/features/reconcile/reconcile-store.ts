import { foldKey } from '../../domain/natural-key.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { quoted } from '../../records/derive/ddl.ts';
import type { ColumnModel, EntityModel } from '../../records/derive/model.ts';
import { folded } from '../../records/derive/statements.ts';

/** The records that one source system has sent. */
export interface Sender {
  readonly tenantId: number;
  readonly model: EntityModel;
  /** Folded. */
  readonly sourceApp: string;
  readonly sourceType: string;
}

const OF_SENDER = `t.tenant_id = $1 and ${folded('t.source_app')} = $2 and ${folded('t.source_type')} = $3`;
const selected = (columns: readonly ColumnModel[]): string => columns.map(({ db }) => `, t.${quoted(db)}`).join('');

/** Rows of id, folded key and the columns asked for, of those keys that are stored. */
export const recordsKeyed = (
  db: Database,
  { tenantId, model, sourceApp, sourceType }: Sender,
  columns: readonly ColumnModel[],
  keys: readonly string[],
): Promise<unknown[][]> =>
  db.lists(
    `select t.id, t.key${selected(columns)} from ${model.table} t where ${OF_SENDER} and t.key = any($4::text[])`,
    [tenantId, sourceApp, sourceType, keys],
  );

/** The ids and columns of all records that existed at a moment, in key order. */
export const recordsOfSender = (
  db: Database,
  { tenantId, model, sourceApp, sourceType }: Sender,
  columns: readonly ColumnModel[],
  createdUntil: string,
): AsyncGenerator<Record<string, unknown>[], void, undefined> =>
  db.stream(
    `select t.id${columns.map(({ db: name, property }) => `, t.${quoted(name)} as "${property}"`).join('')}
     from ${model.table} t where ${OF_SENDER} and t.created_at <= $4::timestamptz order by t.key`,
    [tenantId, sourceApp, sourceType, createdUntil],
    5000,
  );

/** The tenant's newest change, and the time of the database clock, which stamps records. */
export async function momentOf(db: Database, tenantId: number): Promise<{ last: number; now: string }> {
  const [row] = await db.query<{ last: number; now: string }>(
    'select change_seq as last, clock_timestamp()::text as now from tenant where id = $1',
    [tenantId],
  );
  if (!row) throw new Error(`tenant ${tenantId} does not exist`);
  return row;
}

/** The parts of the sender that wait for their record, in key order. */
export const pendingOfSender = (
  db: Database,
  { tenantId, model, sourceApp, sourceType }: Sender,
  createdUntil: string,
): AsyncGenerator<{ key: string; fields: Record<string, unknown> }[], void, undefined> =>
  db.stream(
    `select p.key, p.fields from pending_part p where p.tenant_id = $1 and p.entity = $2 and p.attached_id is null
       and starts_with(p.key, $3) and p.created_at <= $4::timestamptz order by p.key`,
    [tenantId, model.name, foldKey([sourceApp, sourceType, '']), createdUntil],
    5000,
  );
