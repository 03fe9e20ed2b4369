import { DEEPEST, PIECE_BYTES, tooDeep } from './json-scan.ts';
import type { RepeatedLists } from './repeated-lists.ts';

const OPEN_LIST = 0x5b;
/** What stands between two objects. */
const CUT = Buffer.from('},');
/** A text may contain what looks like a cut. So many places are tried. */
const MOST_CUTS = 4;
/** Less is not worth a piece of its own. */
const LEAST_PIECE = 16_384;

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * A long list of objects, parsed while it arrives. What has arrived is cut where an object seems to end, and parsed as a list of its own. If that
 * succeeds, the cut was right: within a string or a bracket it would have left that open. If it fails, the list gives up, and what it has not
 * parsed has to be looked at byte by byte.
 *
 * A piece is parsed before it is known what it becomes, which is little more than a megabyte at the most. After it the values are counted.
 */
export class ArrivingList {
  readonly elements: unknown[] = [];
  /** As a JsonScan counts them, by commas and brackets, of what has been parsed. */
  values = 0;
  containers = 0;
  /** Where the next element begins; -1 until the list has begun. */
  #from = -1;
  #hasGivenUp = false;
  readonly #repeated: RepeatedLists | undefined;
  readonly #most: number;

  /** `most`: elements that the list may have. One that has more is refused, so the rest of it is only counted. */
  constructor(repeated?: RepeatedLists, most = Number.POSITIVE_INFINITY) {
    this.#repeated = repeated;
    this.#most = most;
  }

  /** Where what has not been parsed begins. */
  get from(): number {
    return Math.max(0, this.#from);
  }

  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /** Parses what is whole of the bytes that have arrived, as soon as there are more than fit into a piece. */
  advance(bytes: Buffer): void {
    if (this.#hasGivenUp || bytes.length <= PIECE_BYTES) return;
    if (this.#from < 0) this.#begin(bytes);
    if (this.#hasGivenUp || bytes.length - this.#from < LEAST_PIECE) return;
    let cut = bytes.length;
    for (let tries = 0; tries < MOST_CUTS; tries++) {
      cut = bytes.lastIndexOf(CUT, cut - 1);
      if (cut < this.#from) break;
      if (this.#parse(bytes, cut + 1)) {
        this.#hasGivenUp = this.elements.length > this.#most;
        return;
      }
    }
    this.#hasGivenUp = cut >= this.#from || bytes.length - this.#from > 2 * PIECE_BYTES;
  }

  /** Parses what is left of a list that has arrived as a whole. Whether that was possible. */
  finish(bytes: Buffer): boolean {
    if (this.#hasGivenUp || this.elements.length === 0) return false;
    const count = this.elements.length;
    // A comma was before it, so something has to follow.
    this.#hasGivenUp = !this.#add(`[${bytes.toString('utf8', this.#from)}`) || this.elements.length === count;
    return !this.#hasGivenUp;
  }

  #begin(bytes: Buffer): void {
    let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    while (isBlank(bytes[at])) at++;
    if (bytes[at] === OPEN_LIST) this.#from = at + 1;
    else this.#hasGivenUp = true;
  }

  #parse(bytes: Buffer, end: number): boolean {
    const text = bytes.toString('utf8', this.#from, end);
    const isParsed = this.#add(`[${this.#repeated?.shorten(text) ?? text}]`);
    if (isParsed) this.#from = end + 1;
    return isParsed;
  }

  #add(json: string): boolean {
    let parsed: unknown[];
    try {
      parsed = JSON.parse(json);
    } catch {
      return false;
    }
    for (const element of parsed) {
      this.#look(element, 2);
      this.elements.push(element);
    }
    this.values += parsed.length;
    return true;
  }

  #look(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null) return;
    if (depth > DEEPEST) throw tooDeep();
    this.containers++;
    if (!Array.isArray(value)) this.#repeated?.restore(value);
    const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    this.values += Math.max(0, values.length - 1);
    for (let i = 0; i < values.length; i++) if (typeof values[i] === 'object') this.#look(values[i], depth + 1);
  }
}
