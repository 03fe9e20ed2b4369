/** How near to the door an answer is, from the best to the worst. */
export const precisions = ['house', 'street', 'postcode', 'city', 'country'] as const;
export type Precision = (typeof precisions)[number];

/** A structured address as callers send it; any part may be missing. */
export interface AddressParts {
  readonly street?: string;
  readonly streetNo?: string;
  readonly zipCode?: string;
  readonly city?: string;
  readonly state?: string;
}

/** What is looked for. `country` is a code of two letters and a hard limit; without one the address itself must say. */
export interface GeocodeQuery {
  readonly country: string | undefined;
  readonly address: string | AddressParts;
}

export interface Located {
  readonly latitude: number;
  readonly longitude: number;
  readonly precision: Precision;
  /** Source of the result, with the attribution that its licence requires. */
  readonly source: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly displayName: string;
}

/** A populated place, or the area of a postal code when it has one. */
export interface Place {
  readonly name: string;
  /** As written in its country; empty for a place that is known by name only. */
  readonly code: string;
  readonly region: string;
  readonly regionCode: string;
  readonly latitude: number;
  readonly longitude: number;
  /** 0 when it is not known. */
  readonly population: number;
}

/** Everything that is known of one country. Names and codes are asked for in their folded form (place-name.ts). */
export interface Gazetteer {
  readonly country: string;
  byCode(code: string): readonly Place[];
  byPlace(name: string): readonly Place[];
  isRegion(name: string): boolean;
  /** The middle of its places. */
  readonly middle: { readonly latitude: number; readonly longitude: number } | undefined;
}

/** A service of the outside that knows streets. A throw means that it is down; null that it knows no such address. */
export interface GeocodeProvider {
  readonly name: string;
  ask(query: GeocodeQuery, signal: AbortSignal): Promise<Located | null>;
}

const EARTH_RADIUS_KM = 6371.0088;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Great-circle distance. */
export function kilometresBetween(a: Point, b: Point): number {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Five decimals are a metre; more would claim a precision that does not exist. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
