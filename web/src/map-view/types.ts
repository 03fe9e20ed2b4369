export interface Spot {
  readonly latitude: number;
  readonly longitude: number;
}

/** One sign on the map. */
export interface Pin extends Spot {
  readonly id: string;
  /** A dashed circle, a filled one, a square; or many pins as one. */
  readonly kind: 'open' | 'planned' | 'resource' | 'crowd';
  readonly color: string;
  /** What stands in it: a number, initials or nothing. */
  readonly text: string;
  /** Tooltip and accessible name. */
  readonly label: string;
  /** Stands back behind what is chosen. */
  readonly isFaint: boolean;
}

export interface Leg {
  readonly from: Spot;
  readonly to: Spot;
  /** How far it is. */
  readonly label: string;
}

/** A name on the ground. */
export interface Town extends Spot {
  readonly name: string;
  /** How much lies in it. */
  readonly count: number;
}

/** All that the map shows, as data. */
export interface Scene {
  readonly pins: readonly Pin[];
  /** The route of the chosen resource, in order. */
  readonly route: readonly Leg[];
  readonly towns: readonly Town[];
}

/** Pictures to draw on, from a host that the operator chose. */
export interface Tiles {
  readonly url: string;
  readonly attribution: string;
}

export interface MapTexts {
  readonly map: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  many(count: number): string;
}
