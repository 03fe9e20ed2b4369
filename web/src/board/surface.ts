import type { Axis } from './axis.ts';
import type { Placement, Row } from './layout.ts';
import type { Bar, BoardCommand, BoardTexts, BoardView, Insertion, Interval } from './types.ts';

/** The bar at the keyboard cursor, and its row. */
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
  readonly isBad: boolean;
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
  /** Where keys insert: the empty position that was clicked last, or the end of the bar that was selected after it. */
  readonly insertionPoint: Insertion | undefined;
  bar(id: number): Bar | undefined;
  spotAt(clientX: number, clientY: number): Spot;
  placementAt(target: EventTarget | null): { row: number; placement: Placement } | undefined;
  select(ids: readonly number[]): void;
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
