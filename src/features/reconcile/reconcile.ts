import { createHash } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasLimits } from '../../platform/http/limits.ts';
import { Body } from '../../platform/http/read-body.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { canonicalText, canonicalValue } from '../../records/derive/canonical-text.ts';
import { type ColumnModel, procedureFor } from '../../records/derive/model.ts';
import { type ReconcileHead, readHead } from './reconcile-head.ts';
import { momentOf, recordsKeyed, recordsOfSender } from './reconcile-store.ts';
import { readKey, type SentKey } from './sent-keys.ts';

/** What is asked, and the keys one by one: a hundred thousand of them are never in memory together. */
export interface ReconcileRequest {
  readonly head: unknown;
  readonly keys: AsyncIterable<{ readonly sent: unknown; readonly at: string }>;
}

interface Difference {
  readonly key: unknown;
  /** The fields that differ, where values were sent. */
  readonly fields?: readonly string[];
  /** Ours, where a hash was sent. */
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
  readonly counts: Readonly<Record<'sent' | 'same' | 'missing' | 'phantom' | 'different', number>>;
  /** Whether there is more than the lists hold. */
  readonly truncated: boolean;
  readonly missing: readonly unknown[];
  readonly different: readonly Difference[];
  readonly phantom: readonly unknown[];
  /** Batches of import calls that would delete the phantoms. */
  readonly repair?: readonly (readonly RepairCall[])[];
}

const PORTION = 5000;
const MOST_KEYS = 1_000_000;
/** So much each list holds; what is beyond is counted. */
const MOST_LISTED = 100_000;

/** POST /reconcile: what a source system holds against what is stored of it. Reads only. */
export async function reconcile(
  deps: HasDatabase & HasLimits,
  caller: Caller,
  request: ReconcileRequest,
): Promise<Reconciled> {
  const head = readHead(caller, new Body(request.head));
  const { last, now } = await momentOf(deps.db, caller.tenantId);
  const found = new Findings(head);
  let portion: SentKey[] = [];
  const compare = async (): Promise<void> => {
    found.take(
      portion,
      await recordsKeyed(
        deps.db,
        head.sender,
        head.fields,
        portion.map(({ key }) => key),
      ),
    );
    portion = [];
  };
  for await (const { sent, at } of request.keys) {
    portion.push(readKey(head, caller.timeZone, sent, at));
    if (found.sent + portion.length > MOST_KEYS)
      throw refuse('REQ004', `keys: at most ${MOST_KEYS} in one request.`, 'keys');
    if (portion.length === PORTION) await compare();
  }
  if (portion.length > 0) await compare();
  // What was stored since it began may well be what the source system sent meanwhile.
  for await (const records of recordsOfSender(deps.db, head.sender, head.sender.model.keyColumns, now))
    found.lookForPhantoms(records, caller.timeZone);
  return found.answer(last, deps.limits.callsPerImport);
}

class Findings {
  readonly #head: ReconcileHead;
  readonly #stored = new Set<number>();
  readonly #missing: unknown[] = [];
  readonly #different: Difference[] = [];
  readonly #phantom: unknown[] = [];
  readonly #calls: RepairCall[] = [];
  readonly #counts = { sent: 0, same: 0, missing: 0, phantom: 0, different: 0 };

  constructor(head: ReconcileHead) {
    this.#head = head;
  }

  get sent(): number {
    return this.#counts.sent;
  }

  take(keys: readonly SentKey[], rows: readonly (readonly unknown[])[]): void {
    const byKey = new Map(rows.map((row) => [row[1] as string, row]));
    for (const sent of keys) {
      this.#counts.sent++;
      const row = byKey.get(sent.key);
      if (row) this.#stored.add(row[0] as number);
      const difference = row && differenceOf(this.#head.fields, sent, row.slice(2));
      if (!row) this.#note('missing', this.#missing, sent.shown);
      else if (difference) this.#note('different', this.#different, { key: sent.shown, ...difference });
      else this.#counts.same++;
    }
  }

  lookForPhantoms(records: readonly Readonly<Record<string, unknown>>[], zone: string): void {
    for (const record of records) {
      if (this.#stored.has(record['id'] as number)) continue;
      const parts = this.#head.keyed.map(({ property, kind }) => kind.show(record[property], zone));
      this.#note('phantom', this.#phantom, parts.length === 1 ? parts[0] : parts);
      if (this.#head.repair && this.#calls.length < MOST_LISTED)
        this.#calls.push(deletion(this.#head.sender.model.keyColumns, this.#head, record, zone));
    }
  }

  #note<T>(what: 'missing' | 'different' | 'phantom', list: T[], finding: T): void {
    this.#counts[what]++;
    if (list.length < MOST_LISTED) list.push(finding);
  }

  answer(asOf: number, callsPerBatch: number): Reconciled {
    const { sender, sourceApp, sourceType, repair } = this.#head;
    const { missing, different, phantom } = this.#counts;
    const batches = Array.from({ length: Math.ceil(this.#calls.length / callsPerBatch) }, (_, i) =>
      this.#calls.slice(i * callsPerBatch, (i + 1) * callsPerBatch),
    );
    return {
      entity: sender.model.name,
      sourceApp,
      sourceType,
      asOf,
      counts: this.#counts,
      truncated: Math.max(missing, different, phantom) > MOST_LISTED,
      missing: this.#missing,
      different: this.#different,
      phantom: this.#phantom,
      ...(repair ? { repair: batches } : {}),
    };
  }
}

function differenceOf(
  fields: readonly ColumnModel[],
  sent: SentKey,
  stored: readonly unknown[],
): Omit<Difference, 'key'> | undefined {
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

/** With CheckAppointments as it is by default: what is planned is not thrown away by a repair. */
function deletion(
  columns: readonly ColumnModel[],
  { sender }: ReconcileHead,
  record: Readonly<Record<string, unknown>>,
  zone: string,
): RepairCall {
  return {
    StoredProcedureName: procedureFor(sender.model, 'delete')?.name ?? '',
    ParameterNames: columns.map(({ param }) => param),
    ParameterValues: columns.map(({ property, kind }) => kind.show(record[property], zone)),
  };
}
