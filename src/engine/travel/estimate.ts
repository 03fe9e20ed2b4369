/** A place on earth in degrees; NaN where it is not known. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
}

export const nowhere: Place = { lat: Number.NaN, lon: Number.NaN };
export const isKnown = ({ lat, lon }: Place): boolean => !Number.isNaN(lat) && !Number.isNaN(lon);

const RADIANS = Math.PI / 180;
const EARTH_KM = 6371;

/**
 * Measures straight ways to one place, in km. Flat within what anybody drives in a day: off by less than a percent at 500 km, and several times
 * as fast as on the globe. What depends on the location alone is computed once: a search measures a hundred thousand distances to the same location.
 */
export class Ruler {
  readonly #lat: number;
  readonly #lon: number;
  readonly #cos: number;
  readonly #sin: number;

  constructor({ lat, lon }: Place) {
    this.#lat = lat;
    this.#lon = lon;
    this.#cos = Math.cos(lat * RADIANS);
    this.#sin = Math.sin(lat * RADIANS);
  }

  straightKm(lat: number, lon: number): number {
    let across = lon - this.#lon;
    if (across > 180) across -= 360;
    else if (across < -180) across += 360;
    const half = (lat - this.#lat) * RADIANS * 0.5;
    // The cosine half way between, by the first terms of its series.
    const cos = this.#cos * (1 - half * half * 0.5) - this.#sin * half;
    const x = across * RADIANS * cos;
    const y = 2 * half;
    return Math.sqrt(x * x + y * y) * EARTH_KM;
  }
}

export const straightKm = (lat1: number, lon1: number, lat2: number, lon2: number): number =>
  new Ruler({ lat: lat2, lon: lon2 }).straightKm(lat1, lon1);

/** Roads are longer than straight lines: 1.2 to 1.5 times where it was measured. */
const DETOUR = 1.3;

export const roadKm = (straight: number): number => straight * DETOUR;

const [TOWN_KM, COUNTRY_KM] = [5, 30];
/** Minutes a km at 30, 55 and 85 km/h. */
const [TOWN, COUNTRY, MOTORWAY] = [60 / 30, 60 / 55, 60 / 85];
const TOWN_MINUTES = TOWN_KM * TOWN;
const COUNTRY_MINUTES = TOWN_MINUTES + (COUNTRY_KM - TOWN_KM) * COUNTRY;

/**
 * Minutes on the road. Short ways are town streets, long ones motorways: a speed per band, each band driven at its own, so that a longer
 * way is never quicker.
 */
export function roadMinutes(straight: number): number {
  const km = straight * DETOUR;
  if (km <= TOWN_KM) return km * TOWN;
  if (km <= COUNTRY_KM) return TOWN_MINUTES + (km - TOWN_KM) * COUNTRY;
  return COUNTRY_MINUTES + (km - COUNTRY_KM) * MOTORWAY;
}
