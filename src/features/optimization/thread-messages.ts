import type { Found } from '../../engine/optimization/run-progress.ts';
import type { InsertionPoints } from '../../engine/routing/insertion-points.ts';
import type { Judgement } from '../../engine/routing/judge.ts';
import type { ProblemData } from '../../engine/routing/loaded-problem.ts';
import type { Plan } from '../../engine/routing/model.ts';
import type { SpotData, TravelData } from '../../engine/routing/travel-table.ts';
import type { Spread, SpreadProblem } from '../../engine/spreading/model.ts';

/** Messages between the solver threads and their parent. */
export interface ThreadData {
  readonly problem: ProblemData;
  readonly travel: TravelData | SpotData;
  /** Shared: who sets the flag ends the search. */
  readonly flags: Int32Array;
}

export const STOP = 0;

export type StoppedBy = 'seconds' | 'iterations' | 'patience' | 'cancel';

/** What threads that search one plan together have in common, and which of them this one is. */
export interface Share {
  readonly own: number;
  readonly count: number;
  readonly memory: SharedArrayBuffer;
  /** The same for all. */
  readonly seed: number;
}

export interface SearchBounds {
  readonly seed: number;
  readonly share?: Share;
  readonly maxSeconds: number;
  readonly iterations: number | null;
}

export interface Solved extends Found {
  readonly plan: Plan;
  readonly stoppedBy: StoppedBy;
}

export type Question =
  | ({ readonly do: 'solve' } & SearchBounds)
  | { readonly do: 'judge'; readonly plan: Plan }
  | { readonly do: 'insert'; readonly task: string; readonly limit: number };

/** Of a problem that comes with the question. */
export interface SpreadRequest {
  readonly do: 'spread';
  readonly no: number;
  readonly problem: SpreadProblem;
}

export interface SpreadAnswer {
  readonly spread: Spread;
  /** What is wrong with it. */
  readonly faults: readonly string[];
}

export type Asked = Question & { readonly no: number };

export type ToThread = Asked | SpreadRequest | { readonly load: ThreadData | null };

export interface Answer {
  readonly no: number;
  readonly progress?: Found;
  readonly solved?: Solved;
  readonly judged?: Judgement;
  readonly places?: InsertionPoints;
  readonly spread?: SpreadAnswer;
}
