import type { Caller } from '../platform/caller.ts';
import type { HasClock } from '../platform/clock.ts';
import type { Decision, HasDatabase, Transaction } from '../platform/postgres/database.ts';
import type { HasStatistics } from '../platform/postgres/statistics.ts';
import type { HasSealer } from '../platform/sealer.ts';
import type { FurtherParameters } from './contract/list-parameters.ts';
import type { FurtherColumns, StoredRecord } from './storage/record-reads.ts';
import type { Group } from './writing/plan-groups.ts';
import type { WriteAnswer, WrittenWork } from './writing/write-answer.ts';
import type { WriteContext } from './writing/write-context.ts';
import type { WriteExtensions } from './writing/write-extensions.ts';

/** Writes a group of calls of one record kind that has rules of its own. */
export type Writer = (context: WriteContext, group: Group) => Promise<void>;

/** What reads of a record show beside its own columns, such as the plan of a task. */
export interface ReadExtension {
  /** The added properties, for the API description. They change without a new version of the record. */
  readonly properties: Readonly<Record<string, object>>;
  /** Brings what is shown up to date before it is read. */
  prepare?(deps: HasDatabase & HasClock & HasStatistics, caller: Caller): Promise<unknown>;
  columns(now: Date): FurtherColumns;
  present(record: StoredRecord, now: Date): Record<string, unknown>;
  /** Whether what it shows of a record only changes with a new version of the record; without it, it may change at any time. */
  isOwn?(record: StoredRecord): boolean;
  /** The condition of a list whose query does not ask for all records. */
  restriction?(parameters: FurtherParameters, now: Date): string | undefined;
}

/** What a write in a draft needs beside its transaction. */
export type DraftDeps = HasClock & HasSealer & HasExtensions;

/** Does the work of a write in the draft of the caller, and leaves the plan as it is. */
export type WriteInDraft = (
  deps: DraftDeps,
  tx: Transaction,
  caller: Caller & { readonly draft: number },
  keeps: (outcome: WriteAnswer) => boolean,
  work: (tx: Transaction) => Promise<WrittenWork>,
) => Promise<Decision<WriteAnswer>>;

/** Where features take part in reading and writing records. The composition root fills it, so that records/ imports no feature. */
export interface RecordExtensions extends WriteExtensions {
  /** By the name that a declaration gives its writer. */
  readonly writers: Readonly<Record<string, Writer>>;
  /** By the name of the entity. */
  readonly reads: Readonly<Record<string, ReadExtension>>;
  /** Called when all calls of a write are done, before the log is written. */
  finishWrite(context: WriteContext): Promise<unknown>;
  readonly writeInDraft: WriteInDraft;
}

export interface HasExtensions {
  readonly extensions: RecordExtensions;
}
