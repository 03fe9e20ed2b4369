/** A place that somebody drives to, in degrees. */
export interface Site {
  readonly lat: number;
  readonly lon: number;
}

/** A way on the road. */
export interface Leg {
  readonly km: number;
  readonly minutes: number;
}

export interface Trip {
  readonly from: Site;
  readonly to: Site;
}

/** A service that knows roads. */
export interface RoadTable {
  /** How many sites one question may name, those that are driven from and to together. */
  readonly mostSites: number;
  /** From each to each; undefined where it knows no way. Throws where it does not answer. */
  ask(
    from: readonly Site[],
    to: readonly Site[],
    signal: AbortSignal,
  ): Promise<readonly (readonly (Leg | undefined)[])[]>;
}

/** Roads as planning asks for them. Undefined where nobody can tell: then the estimate by the straight line holds. */
export interface Roads {
  legs(ways: readonly Trip[], signal: AbortSignal): Promise<readonly (Leg | undefined)[]>;
}

export interface HasRoads {
  readonly roads: Roads | undefined;
}
