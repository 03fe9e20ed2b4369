import type { ErrorDetail } from '../../domain/errors.ts';
import { actsForBackOffice, type Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { EntityModel } from '../derive/model.ts';
import { isBlankKey, isKeyedById } from '../derive/spelled-key.ts';
import type { Viewer } from '../reading/visibility.ts';
import type { Change, ChangeAction } from '../storage/change.ts';
import type { DeletedRecord } from '../storage/record-store.ts';
import type { Call, CallResult, Outcome, Warning } from './call.ts';
import type { WriteExtensions } from './write-extensions.ts';

/** What writers are given beside the transaction; one that needs more takes it when it is built. */
export type WriterDeps = HasClock & HasSealer & { readonly extensions: WriteExtensions };

/** A part, the record that it waits for, and why it is rejected with handling=strict. */
export interface PendingCall {
  readonly call: Call;
  readonly waitsFor: string;
  readonly detail: ErrorDetail;
}

/** A new record, for which parts may wait: by the call that made it, or by its name where an undo restored it. */
export type ArrivedRecord = { readonly sourceApp: string | null } & (
  | { readonly call: Call; readonly name?: undefined }
  | { readonly call?: undefined; readonly name: string }
);

/** A call that names no record has no key. */
const keyOf = ({ shownKey }: Call): { key?: string } => (isBlankKey(shownKey) ? {} : { key: shownKey });

/** What became of a call. */
export function resultOf(call: Call, outcome: Outcome, record?: { id: number; version: number }): CallResult {
  const { index } = call;
  const { name: procedure } = call.shape.procedure;
  if (!record) return { index, procedure, outcome, ...keyOf(call) };
  const { id, version } = record;
  return { index, procedure, outcome, key: keyOfStored(call, id), id, version };
}

/** A record without a name of its own is known by its id. */
export const keyOfStored = ({ shape, shownKey }: Call, id: number): string =>
  isKeyedById(shape.procedure.model) || isBlankKey(shownKey) ? String(id) : shownKey;

/** What is gathered while a batch is written: an outcome per call, the changes for the log. */
export class WriteContext {
  readonly deps: WriterDeps;
  readonly tx: Transaction;
  readonly caller: Caller;
  /** `Prefer: handling=strict`: what would be ignored is rejected. */
  readonly strict: boolean;
  /** All calls of the batch. */
  readonly calls: readonly Call[];
  readonly results: (CallResult | undefined)[] = [];
  readonly warnings: Warning[] = [];
  readonly changes: Change[];
  /** What the service itself did because of the write, for the log after the changes of the caller. */
  readonly later: { readonly actor: string; readonly changes: readonly Change[] }[] = [];
  /** The appointments that calls upserted. */
  readonly appointments: { index: number; id: number; guid: string }[] = [];
  /** Parts whose record does not exist so far. It may come later in the batch; if not, they are kept. */
  readonly pending: PendingCall[] = [];
  /** New records that parts may wait for. */
  readonly arrived: ArrivedRecord[];
  /** What exists is left as it is: for parts that were sent earlier than it was written. */
  readonly createsOnly: boolean;
  /** Who may only write what they see: a hidden record is as one that does not exist. What follows from a call is not limited. */
  readonly viewer: Viewer | undefined;
  /** The ids of the appointments whose parts calls wrote, by the index of the call. */
  readonly partsOf = new Map<number, number>();

  constructor(
    deps: WriterDeps,
    tx: Transaction,
    caller: Caller,
    strict: boolean,
    calls: readonly Call[] = [],
    changes: Change[] = [],
    {
      arrived = [],
      createsOnly = false,
      viewer = caller,
    }: { arrived?: ArrivedRecord[]; createsOnly?: boolean; viewer?: Viewer | undefined } = {},
  ) {
    this.viewer = viewer.visibility ? viewer : undefined;
    this.arrived = arrived;
    this.createsOnly = createsOnly;
    this.calls = calls;
    this.changes = changes;
    this.deps = deps;
    this.tx = tx;
    this.caller = caller;
    this.strict = strict;
  }

  settle(call: Call, outcome: Outcome, record?: { id: number; version: number }): void {
    this.results[call.index] = resultOf(call, outcome, record);
  }

  #upserted: ReadonlyMap<string, Call> | undefined;

  /**
   * Whether an earlier call of this batch found or made the record, and none deleted it. If it is gone now, another transaction deleted it between
   * the two: the batch has to be done again, for its own calls come one after the other.
   */
  sawBefore(model: EntityModel, key: string): boolean {
    this.#upserted ??= new Map(
      this.calls
        .filter(({ shape }) => shape.procedure.action === 'upsert')
        .map((call) => [`${call.shape.procedure.model.name}|${call.key}`, call]),
    );
    const call = this.#upserted.get(`${model.name}|${key}`);
    const result = call && this.results[call.index];
    return (
      ['created', 'updated', 'unchanged'].includes(result?.outcome ?? '') &&
      !this.#deletedSoFar().has(`${model.name}|${result?.id}`)
    );
  }

  readonly #deleted = new Set<string>();
  #lookedAt = 0;

  #deletedSoFar(): ReadonlySet<string> {
    for (; this.#lookedAt < this.changes.length; this.#lookedAt++) {
      const change = this.changes[this.#lookedAt];
      if (change?.action === 'deleted') this.#deleted.add(`${change.entity}|${change.recordId}`);
    }
    return this.#deleted;
  }

  /** For records that are written on behalf of a call: changes are shared, outcomes are not. */
  nested(createsOnly = false): WriteContext {
    const { deps, tx, caller, strict, calls, changes, arrived } = this;
    const viewer = { ...caller, visibility: null };
    return new WriteContext(deps, tx, caller, strict, calls, changes, { arrived, createsOnly, viewer });
  }

  /** Puts a call's outcome right that turned out to have done more. */
  upgrade(call: Call, from: Outcome, to: Outcome): void {
    const result = this.results[call.index];
    if (result?.outcome === from) this.results[call.index] = { ...result, outcome: to };
  }

  /** Removes the warnings of calls that turned out to have done something. */
  withdrawWarnings(calls: ReadonlySet<number>): void {
    const others = this.warnings.splice(0).filter(({ index }) => !calls.has(index));
    this.warnings.push(...others);
  }

  /** The version that a call leaves its record at, where it is not the one that the call itself wrote. */
  setVersion(index: number, version: number): void {
    const result = this.results[index];
    if (result?.version !== undefined) this.results[index] = { ...result, version };
  }

  reject(call: Call, detail: ErrorDetail): void {
    this.results[call.index] = {
      index: call.index,
      procedure: call.shape.procedure.name,
      outcome: 'rejected',
      ...keyOf(call),
      ...detail,
    };
  }

  /** Existing clients rely on such calls being passed over; a strict caller wants to hear of them. */
  ignore(call: Call, detail: ErrorDetail): void {
    if (this.strict) {
      this.reject(call, detail);
      return;
    }
    this.settle(call, 'ignored');
    this.warnings.push({ index: call.index, procedure: call.shape.procedure.name, message: detail.message });
  }

  /** A part whose record does not exist so far. `strict` rejects it at the end, when the record did not come in the batch. */
  wait(call: Call, waitsFor: string, detail: ErrorDetail): void {
    this.pending.push({ call, waitsFor, detail });
  }

  /** Parts of this batch that later calls delete again. */
  dropPending(isDropped: (pending: PendingCall) => boolean): void {
    const all = this.pending.splice(0);
    for (const each of all)
      if (isDropped(each)) this.settleKept(each.call, 'created');
      else this.pending.push(each);
  }

  /** A part that is kept for its record. */
  settleKept(call: Call, outcome: Outcome): void {
    this.settle(call, outcome);
    this.results[call.index] = { ...(this.results[call.index] as CallResult), pending: true };
  }

  /** Deleting what is not there has done its work, also for a strict caller; it may be a mistake all the same. */
  notThere(
    call: Call,
    message = `There is no ${call.shape.procedure.model.name} ${call.shownKey}; nothing was deleted.`,
  ): void {
    this.settle(call, 'ignored');
    this.warnings.push({ index: call.index, procedure: call.shape.procedure.name, message });
  }

  /** How many records of each kind were made. */
  made(): Map<string, number> {
    const made = new Map<string, number>();
    for (const { entity, action } of this.changes)
      if (action === 'created') made.set(entity, (made.get(entity) ?? 0) + 1);
    return made;
  }

  note(...change: Parameters<WriteContext['changeOf']>): void {
    this.changes.push(this.changeOf(...change));
  }

  /** A change as the log will have it. */
  changeOf(
    model: EntityModel,
    action: ChangeAction,
    record: { id: number; version: number; refers?: DeletedRecord['refers'] },
    key: string,
    detail: {
      sourceApp?: unknown;
      before?: string | null;
      after?: Change['after'];
      fromBackOffice?: boolean;
      undoes?: readonly number[];
    },
  ): Change {
    const { undoes } = detail;
    const { refers } = record;
    const change: Change = {
      entity: model.name,
      recordId: record.id,
      key,
      sourceApp: typeof detail.sourceApp === 'string' ? detail.sourceApp : null,
      action,
      version: record.version,
      fromBackOffice: detail.fromBackOffice ?? actsForBackOffice(this.caller),
      before: detail.before ?? null,
      after: detail.after ?? null,
    };
    const isPlain = undoes === undefined && refers === undefined;
    return isPlain ? change : { ...change, ...(undoes && { undoes }), ...(refers && { refers }) };
  }
}
