import { type Gazetteer, type Place, roundDegrees } from '../../domain/geocoding.ts';
import { foldCode, foldPlace, placeForms } from '../../domain/place-name.ts';
import { NameIndex } from './name-index.ts';

export interface TableRow extends Place {
  /** Further names under which it is found, in any spelling. */
  readonly aliases?: readonly string[];
}

const FIRST_SIZE = 1024;
const MOST_OF_A_NAME = 60;

/** The places of one country in a few flat arrays; a Place is only made for what was found. */
export class CountryTable implements Gazetteer {
  readonly country: string;
  readonly #names: string[] = [];
  readonly #codes: string[] = [];
  #latitudes = new Float32Array(FIRST_SIZE);
  #longitudes = new Float32Array(FIRST_SIZE);
  #populations = new Uint32Array(FIRST_SIZE);
  #regionOf = new Uint16Array(FIRST_SIZE);
  readonly #regions: { readonly name: string; readonly code: string }[] = [];
  readonly #regionNumbers = new Map<string, number>();
  readonly #regionNames = new Set<string>();
  readonly #byName = new NameIndex();
  readonly #byCode = new NameIndex();
  #characters = 0;
  #sum = { latitude: 0, longitude: 0 };

  constructor(country: string) {
    this.country = country;
  }

  add(row: TableRow): void {
    const at = this.#names.length;
    if (at === this.#latitudes.length) this.#grow();
    this.#names.push(row.name);
    this.#codes.push(row.code);
    this.#characters += row.name.length + row.code.length;
    this.#latitudes[at] = row.latitude;
    this.#longitudes[at] = row.longitude;
    this.#populations[at] = row.population;
    this.#regionOf[at] = this.#regionNumber(row.region, row.regionCode);
    this.#sum.latitude += row.latitude;
    this.#sum.longitude += row.longitude;
    for (const form of placeForms(row.name)) this.#byName.add(form, at);
    for (const alias of row.aliases ?? []) {
      const form = foldPlace(alias);
      if (form !== '') this.#byName.add(form, at);
    }
    if (row.code !== '') this.#byCode.add(foldCode(this.country, row.code), at);
  }

  byCode(code: string): readonly Place[] {
    return this.#byCode.find(code).map((at) => this.#place(at));
  }

  byPlace(name: string): readonly Place[] {
    // Those that come with the product stand first; a city of two hundred codes need not show them all.
    const found = this.#byName.find(name).sort((a, b) => a - b);
    return found.slice(0, MOST_OF_A_NAME).map((at) => this.#place(at));
  }

  isRegion(name: string): boolean {
    return this.#regionNames.has(name);
  }

  get middle(): Gazetteer['middle'] {
    const count = this.#names.length;
    if (count === 0) return undefined;
    return {
      latitude: roundDegrees(this.#sum.latitude / count),
      longitude: roundDegrees(this.#sum.longitude / count),
    };
  }

  /** About what it takes in memory. */
  get bytes(): number {
    const texts = this.#characters * 2 + this.#names.length * 2 * 24;
    return texts + this.#latitudes.length * 14 + this.#byName.bytes + this.#byCode.bytes;
  }

  #place(at: number): Place {
    const region = this.#regions[this.#regionOf[at] as number];
    return {
      name: this.#names[at] as string,
      code: this.#codes[at] as string,
      region: region?.name ?? '',
      regionCode: region?.code ?? '',
      latitude: roundDegrees(this.#latitudes[at] as number),
      longitude: roundDegrees(this.#longitudes[at] as number),
      population: this.#populations[at] as number,
    };
  }

  #regionNumber(name: string, code: string): number {
    const key = `${code}\t${name}`;
    const known = this.#regionNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.#regions.push({ name, code }) - 1;
    this.#regionNumbers.set(key, number);
    const folded = foldPlace(name);
    if (folded !== '') this.#regionNames.add(folded);
    return number;
  }

  #grow(): void {
    const size = this.#latitudes.length * 2;
    const larger = <T extends { set(from: T): void }>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.#latitudes = larger(new Float32Array(size), this.#latitudes);
    this.#longitudes = larger(new Float32Array(size), this.#longitudes);
    this.#populations = larger(new Uint32Array(size), this.#populations);
    this.#regionOf = larger(new Uint16Array(size), this.#regionOf);
  }
}
