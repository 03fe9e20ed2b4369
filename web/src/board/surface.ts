import type { Axis } from './axis.ts';
import type { Placement, Row } from './layout.ts';
import type { Bar, BoardCommand, BoardTexts, BoardView, Interval } from './types.ts';

/** A place on the board under the pointer. */
export interface Spot {
  readonly row: number;
  readonly x: number;
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

/** What the parts that follow hands and keys need of the board. */
export interface Surface {
  readonly axis: Axis;
  readonly view: BoardView;
  readonly texts: BoardTexts;
  readonly rows: readonly Row[];
  /** Names of filter values. */
  readonly values: readonly string[];
  readonly selected: ReadonlySet<number>;
  bar(id: number): Bar | undefined;
  spotAt(clientX: number, clientY: number): Spot;
  placementAt(target: EventTarget | null): { row: number; placement: Placement } | undefined;
  select(ids: readonly number[]): void;
  /** Shows where something would go; nothing hides it. */
  ghost(ghost: Ghost | undefined): void;
  scrollNear(clientX: number, clientY: number): void;
  emit(command: BoardCommand): void;
}
