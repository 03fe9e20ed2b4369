import type { Session } from '../../platform/postgres/database.ts';

type ImportOutcome = 'stored' | 'partly' | 'refused';

/** One request to POST /import. */
export interface ImportNote {
  readonly actor: string;
  readonly requestId: string;
  readonly outcome: ImportOutcome;
  readonly status: number;
  readonly durationMs: number;
  readonly calls: number | null;
  readonly procedures: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>> | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly rejected: readonly unknown[];
  /** How many warnings the response has, and the first of them. */
  readonly warnings: number;
  readonly firstWarnings: readonly unknown[];
  /** Compressed with gzip. */
  readonly payload: Buffer | null;
  readonly payloadBytes: number;
}

export async function noteImport(db: Session, tenantId: number, note: ImportNote): Promise<void> {
  await db.query(
    `insert into import_log (tenant_id, actor, request_id, outcome, status, duration_ms, calls, procedures, counts, code, message, rejected,
       payload, payload_bytes, warnings, first_warnings)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      tenantId,
      note.actor,
      note.requestId,
      note.outcome,
      note.status,
      note.durationMs,
      note.calls,
      JSON.stringify(note.procedures),
      note.counts && JSON.stringify(note.counts),
      note.code,
      note.message,
      JSON.stringify(note.rejected),
      note.payload,
      note.payloadBytes,
      note.warnings,
      JSON.stringify(note.firstWarnings),
    ],
  );
}

export interface NotedImport extends Omit<ImportNote, 'payload' | 'rejected' | 'firstWarnings'> {
  readonly id: number;
  readonly at: number;
}

export interface WholeImport extends NotedImport {
  readonly rejected: readonly unknown[];
  readonly firstWarnings: readonly unknown[];
  readonly payload: Buffer | null;
}

const SHOWN = `id, at, actor, request_id as "requestId", outcome, status, duration_ms as "durationMs", calls, procedures, counts, code, message,
  payload_bytes as "payloadBytes", warnings`;

export interface ImportQuery {
  readonly outcome: string | null;
  /** A part of the caller's name, in lower case. */
  readonly caller: string | null;
  /** Exactly this caller. */
  readonly actor: string | null;
  readonly since: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** The newest first. */
export async function importsOf(
  db: Session,
  tenantId: number,
  { outcome, caller, actor, since, limit, offset }: ImportQuery,
): Promise<{ total: number; imports: NotedImport[] }> {
  const values = [tenantId, outcome, caller, actor, since];
  const which = `tenant_id = $1 and ($2::text is null or outcome = $2) and ($3::text is null or strpos(lower(actor), $3) > 0)
    and ($4::text is null or actor = $4) and ($5::timestamptz is null or at >= $5)`;
  const [counted] = await db.query<{ total: number }>(
    `select count(*) as total from import_log where ${which}`,
    values,
  );
  const imports = await db.query<NotedImport>(
    `select ${SHOWN} from import_log where ${which} order by id desc limit $6 offset $7`,
    [...values, limit, offset],
  );
  return { total: counted?.total ?? 0, imports };
}

export async function importById(db: Session, tenantId: number, id: number): Promise<WholeImport | undefined> {
  const [row] = await db.query<WholeImport>(
    `select ${SHOWN}, rejected, first_warnings as "firstWarnings", payload from import_log where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
  return row;
}

/** Deletes old imports of all tenants, a portion at a time; returns their number. */
export async function trimImports(db: Session, before: Date, portion: number): Promise<number> {
  const [row] = await db.query<{ gone: number }>(
    `with old as (
       select tenant_id, id from import_log where at < $1 order by at limit $2
     ), gone as (
       delete from import_log i using old o where i.tenant_id = o.tenant_id and i.id = o.id returning 1
     ) select count(*) as gone from gone`,
    [before, portion],
  );
  return row?.gone ?? 0;
}
