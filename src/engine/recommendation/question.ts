import type { Place } from '../travel/estimate.ts';
import type { KeptLoads } from './kept-loads.ts';
import type { Reason } from './reason.ts';

/** What is asked: a stretch of so many minutes, within a window, for somebody who can do it. */
export interface Question {
  /** Minutes since the epoch; slots start at or after `from` and end at or before `till`. */
  readonly from: number;
  readonly till: number;
  readonly minutes: number;
  /** Slots start on this grid of the wall clock, counted from midnight. */
  readonly grid: number;
  /** Stretches of a constant offset of the grid's zone, in minutes, that cover the window and what comes some weeks after it. */
  readonly offsets: readonly { readonly from: number; readonly till: number; readonly offset: number }[];
  /** Each is met by any one of its folded filter values. */
  readonly requirements: readonly { readonly text: string; readonly anyOf: readonly string[] }[];
  readonly certificates: readonly string[];
  readonly place: Place | undefined;
  /** Resources start from home for every slot; what they do before and after does not matter. */
  readonly fromHome: boolean;
  readonly maxKm: number | undefined;
  /** Ids; undefined for anybody. */
  readonly among: ReadonlySet<number> | undefined;
  readonly excluded: ReadonlySet<number>;
  readonly preferred: ReadonlySet<number>;
  /** Folded number of the customer whom the work is for. */
  readonly customer: string | undefined;
  /** Ids of the resources that have worked for the customer. */
  readonly served: ReadonlySet<number>;
  /** 0 normal, 1 high, 2 low. */
  readonly importance: number | undefined;
  /** Of the task, on tasks that are planned. */
  readonly dependencies: KeptDependencies | undefined;
  /** Of the task, where not everybody can carry them on every day. */
  readonly loads: KeptLoads | undefined;
}

/** How dependencies limit a question: `from` and `till` of the question keep to them. */
export interface KeptDependencies {
  /** The window without them, in minutes. */
  readonly from: number;
  readonly till: number;
  /** No slot ends after this minute; infinite where none says so. */
  readonly latest: number;
  /** Ids of resources that do a task which needs a different one, with the name of that task. */
  readonly apart: ReadonlyMap<number, string>;
  /** Names of the other tasks. */
  readonly tasks: string;
  /** Of resources that are free only at other times. */
  readonly reason: Reason;
}

/** Who might do it. */
export interface Candidate {
  readonly id: number;
  readonly no: string;
  readonly name: string;
  readonly isShown: boolean;
  readonly home: Place;
  /** Folded `group\u001fvalue`. */
  readonly skills: ReadonlySet<string>;
  /** Folded number, and the minute until which it is valid. */
  readonly certificates: ReadonlyMap<string, number>;
  /** Minutes since the epoch. */
  readonly inService: { readonly from: number; readonly till: number };
}
