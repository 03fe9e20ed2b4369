import type { Place } from '../travel/estimate.ts';

/** The places of a problem, each once, numbered from 0. Five digits are a metre. */
export class Places {
  readonly #numbers = new Map<string, number>();
  readonly #places: Place[] = [];

  /** Undefined where it is not known. */
  at(lat: number | null, lon: number | null): number | undefined {
    if (lat === null || lon === null) return undefined;
    const name = `${lat.toFixed(5)},${lon.toFixed(5)}`;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#places.length);
    return this.#places.push({ lat, lon }) - 1;
  }

  all(): readonly Place[] {
    return this.#places;
  }
}
