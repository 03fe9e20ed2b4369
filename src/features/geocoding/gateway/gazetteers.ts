import { setImmediate as breathe } from 'node:timers/promises';
import type { Gazetteer } from '../../../domain/geocoding.ts';
import { CountryTable } from '../../../engine/geocoding/country-table.ts';
import { packRows } from '../../../engine/geocoding/pack-format.ts';
import { PORTION, shippedCodes, shippedPlaces, WorldIndex } from './shipped.ts';

/** Where country packs are kept. */
export interface PackStore {
  /** A mark of the pack that changes with it, for each country that has one. */
  marks(): Promise<ReadonlyMap<string, string>>;
  /** Lines in GeoNames' postal format. */
  content(country: string): Promise<Buffer | undefined>;
}

interface Loaded {
  readonly mark: string | undefined;
  readonly table: Promise<CountryTable>;
  bytes: number;
}

const MOST_BYTES = 100 * 1024 * 1024;
/** How long a pack that another process added may go unnoticed. */
const LOOK_AGAIN_MS = 15_000;

/** The gazetteers of the countries that were asked for; those not asked for longest leave when they take too much memory. */
export class Gazetteers {
  readonly #packs: PackStore;
  readonly #mostBytes: number;
  readonly #world = new WorldIndex();
  /** In the order of their last use. */
  readonly #loaded = new Map<string, Loaded>();
  #marks: { readonly at: number; readonly known: Promise<ReadonlyMap<string, string>> } | undefined;

  constructor(packs: PackStore, mostBytes = MOST_BYTES) {
    this.#packs = packs;
    this.#mostBytes = mostBytes;
  }

  async of(country: string): Promise<Gazetteer> {
    const mark = (await this.#marksNow()).get(country);
    let loaded = this.#loaded.get(country);
    if (!loaded || loaded.mark !== mark) loaded = this.#load(country, mark);
    this.#loaded.delete(country);
    this.#loaded.set(country, loaded);
    return loaded.table;
  }

  countriesOf(folded: string): Promise<string[]> {
    return this.#world.countriesOf(folded);
  }

  /** Looks for new packs at the next question. */
  forgetMarks(): void {
    this.#marks = undefined;
  }

  get bytes(): number {
    return [...this.#loaded.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #marksNow(): Promise<ReadonlyMap<string, string>> {
    const now = performance.now();
    if (!this.#marks || now - this.#marks.at > LOOK_AGAIN_MS) {
      const known = this.#packs.marks();
      this.#marks = { at: now, known };
      known.catch(() => this.forgetMarks());
    }
    return this.#marks.known;
  }

  #load(country: string, mark: string | undefined): Loaded {
    const loaded: Loaded = { mark, table: this.#fill(country, mark !== undefined), bytes: 0 };
    loaded.table.then(
      (table) => {
        loaded.bytes = table.bytes;
        this.#makeRoom(country);
      },
      // The caller gets the error; the next one retries.
      () => {
        if (this.#loaded.get(country) === loaded) this.#loaded.delete(country);
      },
    );
    return loaded;
  }

  async #fill(country: string, hasPack: boolean): Promise<CountryTable> {
    const table = new CountryTable(country);
    const pack = hasPack ? await this.#packs.content(country) : undefined;
    for (const rows of [
      await shippedPlaces(country),
      pack ? packRows(pack.toString('utf8')) : await shippedCodes(country),
    ]) {
      let taken = 0;
      for (const row of rows) {
        table.add(row);
        if (++taken % PORTION === 0) await breathe();
      }
    }
    return table;
  }

  #makeRoom(keep: string): void {
    for (const country of this.#loaded.keys()) {
      if (this.bytes <= this.#mostBytes) return;
      if (country !== keep) this.#loaded.delete(country);
    }
  }
}
