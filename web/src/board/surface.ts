import type { Axis } from './axis.ts';
import type { Cell } from './cell-steps.ts';
import type { Placement, Row } from './layout.ts';
import type { Bar, BoardCommand, BoardTexts, BoardView, Insertion, Interval } from './types.ts';

/** A bar in one of its rows. */
export interface Cursor {
  readonly id: number;
  readonly row: number;
}

/** The position on the board under the pointer. */
export interface Spot {
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

interface GhostPart extends Interval {
  readonly row: number;
}

export interface Ghost {
  readonly parts: readonly GhostPart[];
  readonly lines: readonly string[];
  /** Facts that are no warnings. */
  readonly notes?: readonly string[];
  readonly isBad: boolean;
  /** Travel from the bar before and to the bar after. */
  readonly legs?: readonly (GhostPart & { readonly minutes: number; readonly isShort: boolean })[];
  readonly clientX: number;
  readonly clientY: number;
}

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The part of the board that pointer and keyboard handlers use. */
export interface Surface {
  readonly axis: Axis;
  readonly view: BoardView;
  readonly texts: BoardTexts;
  readonly rows: readonly Row[];
  /** The top edge of every row and the bottom edge of the last, in px. */
  readonly edges: readonly number[];
  /** Names of filter values. */
  readonly values: readonly string[];
  readonly selected: ReadonlySet<number>;
  /** The cell cursor; undefined before the first click or key, and when it is not visible. */
  readonly cell: Cell | undefined;
  /** Where keys insert: at the cell cursor, or right after the bar that it lies on. */
  readonly insertionPoint: Insertion | undefined;
  now(): number;
  bar(id: number): Bar | undefined;
  spotAt(clientX: number, clientY: number): Spot;
  placementAt(target: EventTarget | null): { row: number; placement: Placement } | undefined;
  select(ids: readonly number[]): void;
  /** Moves the cell cursor by a key and selects its bar, in addition to the others when `extend` is set. */
  go(cell: Cell, extend: boolean): void;
  /** Scrolls to a bar and moves the cell cursor there. */
  reveal(id: number): void;
  focus(): void;
  /** A click on an empty position, or on a bar in one of its rows. */
  clicked(spot: Spot): void;
  clickedBar(cursor: Cursor): void;
  /** Shows the selection rectangle. */
  band(rectangle: Rectangle | undefined): void;
  /** Shows a target position; undefined hides it. */
  ghost(ghost: Ghost | undefined): void;
  scrollNear(clientX: number, clientY: number): void;
  emit(command: BoardCommand): void;
}
