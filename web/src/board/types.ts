/** The data of the board. It does not depend on the API or on React. */

export interface Interval {
  readonly start: number;
  readonly end: number;
}

export interface BoardResource {
  readonly no: string;
  readonly name: string;
  /** Under the name: team, kind. */
  readonly note: string;
  /** Ascending and disjoint. Resources with the same calendar share one array. */
  readonly working: readonly Interval[];
  /** Indexes of filter values; see `BoardData.values`. */
  readonly has: ReadonlySet<number>;
}

export interface Warning {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export interface Bar extends Interval {
  readonly id: number;
  readonly version: number;
  readonly subject: string;
  readonly resources: readonly string[];
  readonly color: string;
  readonly category: string | null;
  readonly markerColor: string | null;
  readonly isImportant: boolean;
  readonly locked: boolean;
  /** 0 information, 1 warning, 2 error. */
  readonly notification: number | null;
  readonly containers: readonly string[];
  readonly requires: readonly number[];
  readonly warnings: readonly Warning[];
  /** Time of something that the user may not see: it is drawn, and nothing can be done with it. */
  readonly isBusy?: boolean;
}

export interface BoardData {
  readonly resources: readonly BoardResource[];
  readonly bars: ReadonlyMap<number, Bar>;
  /** Bars that are drawn only. */
  readonly busy: readonly Bar[];
  /** Names of the filter values that resources have and bars require. */
  readonly values: readonly string[];
}

/** Something that is dragged in from outside. */
export interface OpenWork {
  readonly id: number;
  readonly subject: string;
  readonly durationMs: number;
  readonly requires: readonly number[];
}

export type Mode = 'day' | 'week' | 'month';

export interface BoardView {
  readonly zone: string;
  readonly language: string;
  readonly mode: Mode;
  /** Local date on which the board begins. */
  readonly from: string;
  readonly days: number;
  readonly barHeight: number;
  readonly stack: boolean;
  readonly calendars: boolean;
  /** Bars of a container show its name and an outline. */
  readonly containers: boolean;
  /** Width of an hour in px; 0 fits all days into the width. */
  readonly hourWidth: number;
  /** Bars can be selected, but neither moved nor resized. */
  readonly readOnly?: boolean;
}

export interface BarMove extends Interval {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

/** A resource and an instant: where something is inserted. */
export interface Insertion {
  readonly resourceNo: string;
  readonly at: number;
}

/** A command of the planner. The board itself changes nothing. */
export type BoardCommand =
  | { readonly type: 'move'; readonly moves: readonly BarMove[] }
  | { readonly type: 'resize'; readonly id: number; readonly start: number; readonly end: number }
  | { readonly type: 'plan'; readonly work: readonly OpenWork[]; readonly resourceNo: string; readonly at: number }
  | { readonly type: 'delete' | 'cut' | 'copy' | 'lock'; readonly ids: readonly number[] }
  | ({ readonly type: 'new' } & Insertion)
  /** Undefined before the first click or selection. */
  | { readonly type: 'paste'; readonly at: Insertion | undefined }
  | { readonly type: 'split'; readonly id: number; readonly at: number }
  | { readonly type: 'details' | 'edit'; readonly id: number }
  | { readonly type: 'undo' | 'redo' }
  | { readonly type: 'refuse'; readonly id: number }
  | {
      readonly type: 'menu';
      readonly x: number;
      readonly y: number;
      readonly id: number | undefined;
      readonly resourceNo: string;
      readonly at: number;
    }
  | { readonly type: 'day'; readonly date: string };

export interface BoardTexts {
  readonly resources: string;
  readonly boardLabel: string;
  readonly overlaps: string;
  readonly outsideWorkingHours: string;
  readonly skillMissing: (what: string) => string;
  readonly lockedBar: string;
  readonly busyBar: string;
  readonly shared: string;
  readonly important: string;
  readonly more: (count: number) => string;
  readonly booked: (booked: string, available: string) => string;
  readonly noMatch: string;
  readonly weekOf: (week: number) => string;
}

/** The functions that the page provides to the board. */
export interface BoardHost {
  readonly now: () => number;
  command(command: BoardCommand): void;
  selected(ids: readonly number[]): void;
}
