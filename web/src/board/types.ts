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
  /** Texts of columns by their name: team, skills, department and so on. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The name of its group in the present arrangement; undefined without groups. */
  readonly group?: string;
  /** Ascending and disjoint. Resources with the same calendar share one array. */
  readonly working: readonly Interval[];
  /** Indexes of filter values; see `BoardData.values`. */
  readonly has: ReadonlySet<number>;
}

export interface Warning {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** What bars of a job show; shared by all of them. */
export interface BarJob {
  readonly customer: string | null;
  readonly city: string | null;
  readonly contact: string | null;
  readonly description: string;
  /** Where the work is, in degrees. */
  readonly site: { readonly lat: number; readonly lon: number } | undefined;
}

export interface Bar extends Interval {
  readonly id: number;
  readonly version: number;
  readonly subject: string;
  readonly job?: BarJob | undefined;
  readonly jobNo?: string;
  readonly taskNo?: string;
  readonly appointmentNo?: string;
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

/** One bar waits for another. */
export interface Dependency {
  readonly from: number;
  readonly to: number;
  /** 0 finish to start, 1 start to start, 2 finish to finish, 3 start to finish. */
  readonly type: number;
  /** Negative lets them overlap. */
  readonly lagInSeconds: number;
  /** Null without a limit. */
  readonly maxLagInSeconds: number | null;
}

export interface BoardData {
  readonly resources: readonly BoardResource[];
  readonly bars: ReadonlyMap<number, Bar>;
  /** Bars that are drawn only. */
  readonly busy: readonly Bar[];
  /** Names of the filter values that resources have and bars require. */
  readonly values: readonly string[];
  readonly dependencies?: readonly Dependency[];
}

/** A position that a proposal gives to a bar or to an open task. */
export interface ProposedBar extends Interval {
  readonly no: number;
  readonly label: string;
  readonly resources: readonly string[];
}

/** A proposal that is drawn over the board. */
export interface BoardPreview {
  readonly proposed: readonly ProposedBar[];
  /** Numbers of the appointments that leave their position; their bars are faded. */
  readonly leaving: ReadonlySet<string>;
}

/** Something that is dragged in from outside. */
export interface OpenWork {
  readonly id: number;
  readonly subject: string;
  readonly durationMs: number;
  readonly requires: readonly number[];
  /** Where the work is, in degrees; undefined while it is unknown. */
  readonly site?: { readonly lat: number; readonly lon: number } | undefined;
}

export type Mode = 'day' | 'week' | 'month';

/** A column of resources. The column `name` is always there. */
export interface BoardColumn {
  readonly name: string;
  readonly label: string;
  readonly width: number;
  readonly sorted?: 1 | -1 | undefined;
  /** The accessible name of the edge that resizes the column. */
  readonly resizeLabel?: string;
}

export interface BoardView {
  readonly zone: string;
  readonly language: string;
  readonly mode: Mode;
  /** Local date on which the board begins. */
  readonly from: string;
  readonly days: number;
  readonly barHeight: number;
  /** A template for each line of a bar. */
  readonly labels: readonly string[];
  readonly stack: boolean;
  readonly calendars: boolean;
  /** Bars of a container show its name and an outline. */
  readonly containers: boolean;
  /** Width of an hour in px; 0 fits all days into the width. */
  readonly hourWidth: number;
  /** Bars can be selected, but neither moved nor resized. */
  readonly readOnly?: boolean;
  /** All dependencies are drawn; without it those of selected bars. */
  readonly dependencies?: boolean;
  /** Travel is drawn between bars. */
  readonly travel?: boolean;
  /** Rows of a team have a header, unless resources have groups of their own. */
  readonly byTeam?: boolean;
  /** Names of groups whose rows are hidden. */
  readonly collapsed?: readonly string[];
  readonly preview?: BoardPreview | undefined;
  /** Columns of resources in their order; without it the name only. */
  readonly columns?: readonly BoardColumn[];
}

export interface BarMove extends Interval {
  readonly id: number;
  readonly from: string;
  readonly to: string;
  /** The version that was shown when a drag began: what somebody else changes meanwhile is not overwritten. */
  readonly seen?: number;
}

/** A resource and an instant: where something is inserted. */
export interface Insertion {
  readonly resourceNo: string;
  readonly at: number;
}

/** A day of a resource whose bars are listed, beside a position of the window. */
export interface OpenDay extends Interval {
  readonly resourceNo: string;
  readonly date: string;
  readonly x: number;
  readonly y: number;
}

/** A command of the planner. The board itself changes nothing. */
export type BoardCommand =
  | { readonly type: 'move'; readonly moves: readonly BarMove[] }
  /** All members of a container move by the same time, also those that are not on the board. */
  | {
      readonly type: 'moveContainer';
      readonly container: string;
      readonly ids: readonly number[];
      readonly by: number;
    }
  | {
      readonly type: 'resize';
      readonly id: number;
      readonly start: number;
      readonly end: number;
      /** As in a move. */
      readonly seen?: number;
    }
  | { readonly type: 'plan'; readonly work: readonly OpenWork[]; readonly resourceNo: string; readonly at: number }
  | { readonly type: 'delete' | 'cut' | 'copy' | 'lock'; readonly ids: readonly number[] }
  /** Without an end the length follows from the task. */
  | ({ readonly type: 'new'; readonly end?: number } & Insertion)
  /** Plans the selected open tasks there; without one, a new appointment. */
  | ({ readonly type: 'planSelected' } & Insertion)
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
  readonly weekOf: (week: number) => string;
  readonly travelTime: (minutes: number) => string;
  /** Travel time, and the time that is free for it. */
  readonly travelAndFree: (minutes: number, free: number) => string;
  /** The header of resources without a group. */
  readonly noGroup: string;
  readonly groupLoad: (percent: number, freeHours: string) => string;
  readonly groupSize: (count: number) => string;
}

/** The functions that the page provides to the board. */
export interface BoardHost {
  readonly now: () => number;
  command(command: BoardCommand): void;
  /** `byKeys`: the cell cursor moved there with an arrow key. */
  selected(ids: readonly number[], byKeys: boolean): void;
  /** The planner sorts by a column of resources, or changes its width. */
  sortColumn?(name: string): void;
  resizeColumn?(name: string, width: number): void;
  /** A cell of the month was opened. */
  openDay?(day: OpenDay): void;
  /** The planner hides or shows the rows of groups. */
  collapse?(groups: readonly string[], isCollapsed: boolean): void;
}
