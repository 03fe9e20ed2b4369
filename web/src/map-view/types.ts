export interface Spot {
  readonly latitude: number;
  readonly longitude: number;
}

/** One pin on the map. */
export interface Pin extends Spot {
  readonly id: string;
  /** Dashed circle, filled circle, square, or a cluster. */
  readonly kind: 'open' | 'planned' | 'resource' | 'cluster';
  readonly color: string;
  /** Its text: a number, initials or empty. */
  readonly text: string;
  /** Tooltip and accessible name. */
  readonly label: string;
  /** Dimmed because something else is selected. */
  readonly isFaint: boolean;
}

export interface Leg {
  readonly from: Spot;
  readonly to: Spot;
  /** The distance. */
  readonly label: string;
}

/** The name of a town on the map. */
export interface Town extends Spot {
  readonly name: string;
  /** The number of pins in it. */
  readonly count: number;
}

/** All that the map shows, as data. */
export interface Scene {
  readonly pins: readonly Pin[];
  /** The route of the chosen resource, in order. */
  readonly route: readonly Leg[];
  readonly towns: readonly Town[];
}

/** A street map on the own server. */
export interface Streets {
  readonly url: string;
  readonly attribution: string;
  /** The closest zoom that the file has tiles for; beyond it they are enlarged. */
  readonly maxZoom: number;
}

/** What is drawn below everything else. */
export interface Background {
  readonly streets: Streets | null;
  readonly tiles: Tiles | null;
}

/** Map tiles from a host that the operator configured. */
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
