import type { CallResult, Outcome, Warning } from './call.ts';
import type { WriteContext } from './write-context.ts';

/** What a dry run would have done: how many records, by their kind, and what that would do to the plan. */
export type Impact = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The answer of every write, before it is put into the envelope that clients know. */
export interface WriteAnswer {
  readonly success: boolean;
  readonly results: readonly CallResult[];
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly warnings: readonly Warning[];
  /** Each appointment that was upserted, in the order of the calls. */
  readonly appointments: readonly { readonly id: number; readonly guid: string }[];
  /** The last change number of the tenant that this write made, null where it changed nothing. */
  readonly changes: number | null;
  readonly impact?: Impact;
  /** Records that the answer shows beside the outcomes. */
  readonly shown?: Readonly<Record<string, unknown>>;
}

/** The work of a write, with its answer; what it changed is not in the log so far. */
export interface WrittenWork {
  readonly context: WriteContext;
  readonly outcome: WriteAnswer;
}
