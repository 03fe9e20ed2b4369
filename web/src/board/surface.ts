import type { Axis } from './axis.ts';
import type { Placement, Row } from './layout.ts';
import type { Bar, BoardCommand, BoardTexts, BoardView, Insertion, Interval } from './types.ts';

/** The bar that keys go from, and the row on which it is meant. */
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

/** What the parts that follow hands and keys need of the board. */
export interface Surface {
  readonly axis: Axis;
  readonly view: BoardView;
  readonly texts: BoardTexts;
  readonly rows: readonly Row[];
  /** Where rows begin and at last end, in px. */
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
  /** Shows where something would go; nothing hides it. */
  ghost(ghost: Ghost | undefined): void;
  scrollNear(clientX: number, clientY: number): void;
  emit(command: BoardCommand): void;
}
