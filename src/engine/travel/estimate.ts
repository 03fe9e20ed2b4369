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

/**
 * How much longer roads are than the straight line: 1.4 times on the shortest trips, 1.3 times at 20 km, nearly 1.2 times on long ones. A detour of a
 * few streets counts for much of a short trip and for little of a long one. Measured: 1.42 for trips to the nearest hospital (Boscoe, Henry and Zdeb,
 * 2012), 1.2 between cities of the United States (Ballou, Rahardja and Sakai, 2002); that it falls with the distance: Giacomin and Levinson, 2015.
 */
const [LONG_TRIP, MORE_OF_SHORT_TRIP, HALF_WAY_KM] = [1.2, 0.2, 20];

/** Rises with the straight line everywhere: each further kilometre of it adds at least 1.2 km. */
export const roadKm = (straight: number): number =>
  straight * (LONG_TRIP + (MORE_OF_SHORT_TRIP * HALF_WAY_KM) / (HALF_WAY_KM + straight));

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
  const km = roadKm(straight);
  if (km <= TOWN_KM) return km * TOWN;
  if (km <= COUNTRY_KM) return TOWN_MINUTES + (km - TOWN_KM) * COUNTRY;
  return COUNTRY_MINUTES + (km - COUNTRY_KM) * MOTORWAY;
}

/**
 * By `roadMinutes` no trip takes longer than `start` minutes and `perDegree` for each degree between its ends, with degrees of longitude as
 * long as those of latitude. For statements that leave out trips that cannot matter. No band is slower than the line through that of the country;
 * a hundredth is for the flat distance.
 */
export const LONGEST_ROAD = {
  start: TOWN_MINUTES - TOWN_KM * COUNTRY,
  perDegree: 1.01 * COUNTRY * (LONG_TRIP + MORE_OF_SHORT_TRIP) * EARTH_KM * RADIANS,
} as const;
