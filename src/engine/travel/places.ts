import { isKnown, nowhere, type Place, Ruler, roadMinutes } from './estimate.ts';

/** The number of a location that is not known. */
export const UNKNOWN_PLACE = 0;

const FIRST_CAPACITY = 64;

/**
 * The locations of a plan by number. Many appointments are at the same few: gaps have the numbers, and a question measures the way to each
 * location once, however many gaps begin or end there.
 */
export class Places {
  #lats = new Float64Array(FIRST_CAPACITY).fill(Number.NaN);
  #lons = new Float64Array(FIRST_CAPACITY).fill(Number.NaN);
  /** Numbers by the hash of their location; 0 where there is none. At least half of it is empty. */
  #table = new Int32Array(2 * FIRST_CAPACITY);
  #count = 1;
  #legs = new Legs(this, 0);

  /** The number of a location: equal locations have the same one. */
  numberOf({ lat, lon }: Place): number {
    if (!isKnown({ lat, lon })) return UNKNOWN_PLACE;
    const at = this.#find(lat, lon);
    const known = this.#table[at] as number;
    if (known !== UNKNOWN_PLACE) return known;
    const number = this.#count++;
    this.#table[at] = number;
    this.#lats[number] = lat;
    this.#lons[number] = lon;
    if (this.#count === this.#lats.length) this.#grow();
    return number;
  }

  at(number: number): Place {
    return { lat: this.lat(number), lon: this.lon(number) };
  }

  lat(number: number): number {
    return this.#lats[number] as number;
  }

  lon(number: number): number {
    return this.#lons[number] as number;
  }

  /** The ways between a location and these, kept until another location is asked for. Locations that come later need new ones. */
  legsTo(place: Place): Legs {
    if (this.#legs.count < this.#count) this.#legs = new Legs(this, this.#lats.length);
    const legs = this.#legs;
    const { lat, lon } = place;
    if ((legs.place.lat !== lat || legs.place.lon !== lon) && isKnown(place)) legs.restart(place);
    return legs;
  }

  /** Where a location is in the table, or belongs. */
  #find(lat: number, lon: number): number {
    const mask = this.#table.length - 1;
    let at = (Math.imul(lat * 1e6, 0x9e3779b1) ^ Math.imul(lon * 1e6, 0x85ebca6b)) >>> 7;
    for (at &= mask; ; at = (at + 1) & mask) {
      const number = this.#table[at] as number;
      if (number === UNKNOWN_PLACE || (this.#lats[number] === lat && this.#lons[number] === lon)) return at;
    }
  }

  #grow(): void {
    const [lats, lons] = [this.#lats, this.#lons];
    this.#lats = new Float64Array(2 * lats.length);
    this.#lons = new Float64Array(2 * lons.length);
    this.#lats.set(lats);
    this.#lons.set(lons);
    this.#table = new Int32Array(2 * this.#table.length);
    for (let number = 1; number < this.#count; number++)
      this.#table[this.#find(lats[number] as number, lons[number] as number)] = number;
  }
}

/** The ways between one location and the locations of a plan, by number. Each is measured when it is first needed. */
export class Legs {
  readonly #places: Places;
  #ruler = new Ruler(nowhere);
  place = nowhere;
  /** Minutes, begun ones as whole ones; negative where the leg has not been measured. */
  readonly wholeMinutes: Int32Array;
  /** Of legs that have been measured. An unknown location is infinitely far away: nobody is near for not being known to be anywhere. */
  readonly straightKm: Float64Array;
  /** To an unknown location it takes no time. */
  readonly minutes: Float64Array;

  constructor(places: Places, count: number) {
    this.#places = places;
    this.wholeMinutes = new Int32Array(count);
    this.straightKm = new Float64Array(count);
    this.minutes = new Float64Array(count);
  }

  get count(): number {
    return this.wholeMinutes.length;
  }

  restart(place: Place): void {
    this.place = place;
    this.#ruler = new Ruler(place);
    this.wholeMinutes.fill(NOT_MEASURED);
    this.wholeMinutes[UNKNOWN_PLACE] = 0;
    this.straightKm[UNKNOWN_PLACE] = Number.POSITIVE_INFINITY;
  }

  /** Measures a leg, and returns its whole minutes. */
  measure(number: number): number {
    const straight = this.#ruler.straightKm(this.#places.lat(number), this.#places.lon(number));
    const minutes = roadMinutes(straight);
    const whole = Math.ceil(minutes);
    this.straightKm[number] = straight;
    this.minutes[number] = minutes;
    this.wholeMinutes[number] = whole;
    return whole;
  }
}

const NOT_MEASURED = -1;
