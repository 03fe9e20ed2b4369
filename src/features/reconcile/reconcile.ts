import { createHash } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { Comparison, type Counts } from '../../engine/reconciliation/comparison.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Reading } from '../../platform/contract/kind.ts';
import type { HasLimits } from '../../platform/http/limits.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { canonicalText, canonicalValue } from '../../records/derive/canonical-text.ts';
import { type ColumnModel, procedureFor } from '../../records/derive/model.ts';
import { isPart } from '../../records/derive/parts.ts';
import { pendingKeys } from '../../records/storage/pending-part-store.ts';
import { refuseFiltered } from '../../records/whole-tenant.ts';
import type { HeadBody } from './contract.ts';
import { headOf, type ReconcileHead } from './reconcile-head.ts';
import { momentOf, pendingOfSender, recordsKeyed, recordsOfSender } from './reconcile-store.ts';
import { KeyReader, type SentKey } from './sent-keys.ts';

/** The keys come one by one: a million of them are never in memory together. */
export interface ReconcileRequest {
  readonly head: HeadBody;
  readonly keys: AsyncIterable<{ readonly sent: unknown; readonly path: string }>;
  readonly reading: Reading;
}

interface Difference {
  /** The fields that differ, if values were sent. */
  readonly fields?: readonly string[];
  /** The hash of the stored values, if a hash was sent. */
  readonly hash?: string;
}

interface RepairCall {
  readonly StoredProcedureName: string;
  readonly ParameterNames: readonly string[];
  readonly ParameterValues: readonly unknown[];
}

export interface Reconciled {
  readonly entity: string;
  readonly sourceApp: string;
  readonly sourceType: string;
  /** The tenant's newest change when it began. */
  readonly asOf: number;
  readonly counts: Counts;
  /** Whether a list was cut off. */
  readonly truncated: boolean;
  readonly missing: readonly unknown[];
  readonly different: readonly ({ readonly key: unknown } & Difference)[];
  readonly phantom: readonly unknown[];
  /** Parts that were sent and wait for their record. */
  readonly pending: readonly unknown[];
  /** Batches of import calls that would delete the phantoms. */
  readonly repair?: readonly (readonly RepairCall[])[];
}

const PORTION = 5000;
const MOST_KEYS = 1_000_000;
/** The most entries of a list; further ones are only counted. */
const MOST_LISTED = 100_000;

/** POST /reconcile: compares what a source system holds with what is stored of it. Reads only. */
export async function reconcile(
  deps: HasDatabase & HasLimits,
  caller: Caller,
  request: ReconcileRequest,
): Promise<Reconciled> {
  refuseFiltered(caller, 'Comparisons');
  const head = headOf(caller, request.head);
  const { sender, fields, keyed } = head;
  const { last, now } = await momentOf(deps.db, caller.tenantId);
  const reader = new KeyReader(head, request.reading);
  const comparison = new Comparison<SentKey, Difference>(
    (sent, stored) => differenceOf(fields, sent, stored),
    MOST_LISTED,
  );
  let portion: SentKey[] = [];
  const compare = async (): Promise<void> => {
    const keys = portion.map(({ key }) => key);
    const rows = await recordsKeyed(deps.db, sender, fields, keys);
    const stored = new Map(rows.map(([id, key, ...values]) => [key as string, { id: id as number, values }]));
    const others = isPart(sender.model) ? keys.filter((key) => !stored.has(key)) : [];
    comparison.take(portion, stored, await pendingKeys(deps.db, caller.tenantId, sender.model.name, others));
    portion = [];
  };
  for await (const { sent, path } of request.keys) {
    portion.push(reader.read(sent, path));
    if (comparison.counts.sent + portion.length > MOST_KEYS)
      throw refuse('REQ004', `keys: at most ${MOST_KEYS} in one request.`, 'keys');
    if (portion.length === PORTION) await compare();
  }
  if (portion.length > 0) await compare();
  const calls: RepairCall[] = [];
  const addPhantom = (record: Readonly<Record<string, unknown>>): void => {
    const parts = keyed.map(({ property, kind }) => kind.show(record[property], caller.timeZone));
    comparison.addPhantom(parts.length === 1 ? parts[0] : parts);
    if (head.repair && calls.length < MOST_LISTED) calls.push(deletion(head, record, caller.timeZone));
  };
  // Records that were stored since the start are probably among those that the source system sent meanwhile.
  for await (const records of recordsOfSender(deps.db, sender, sender.model.keyColumns, now))
    for (const record of records) {
      if (comparison.isPhantom(record['id'] as number)) addPhantom(record);
    }
  if (isPart(sender.model))
    for await (const parts of pendingOfSender(deps.db, sender, now))
      for (const { key, fields } of parts) if (comparison.isPhantomKept(key)) addPhantom(fields);
  return {
    entity: sender.model.name,
    sourceApp: head.sourceApp,
    sourceType: head.sourceType,
    asOf: last,
    counts: comparison.counts,
    truncated: comparison.isTruncated,
    missing: comparison.missing,
    different: comparison.different,
    phantom: comparison.phantom,
    pending: comparison.pending,
    ...(head.repair ? { repair: batchesOf(calls, deps.limits.callsPerImport) } : {}),
  };
}

const batchesOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

function differenceOf(
  fields: readonly ColumnModel[],
  sent: SentKey,
  stored: readonly unknown[],
): Difference | undefined {
  if (sent.values) {
    const differing = fields.filter((column, i) => sent.values?.[i] !== canonicalValue(column, stored[i]));
    if (differing.length > 0) return { fields: differing.map(({ property }) => property) };
  }
  if (sent.hash !== undefined) {
    const hash = createHash('sha256').update(canonicalText(fields, stored)).digest('hex');
    if (hash !== sent.hash) return { hash };
  }
  return undefined;
}

/** With CheckAppointments as it is by default: a repair does not delete what is planned. */
function deletion({ sender }: ReconcileHead, record: Readonly<Record<string, unknown>>, zone: string): RepairCall {
  const { keyColumns } = sender.model;
  return {
    StoredProcedureName: procedureFor(sender.model, 'delete')?.name ?? '',
    ParameterNames: keyColumns.map(({ param }) => param),
    ParameterValues: keyColumns.map(({ property, kind }) => kind.show(record[property], zone)),
  };
}
