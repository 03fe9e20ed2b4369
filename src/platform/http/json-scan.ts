import { refuse } from '../../domain/errors.ts';

/** Deeper than anything the interface describes; a parser needs seconds for a body that is nothing but brackets. */
export const DEEPEST = 32;
export const tooDeep = () => refuse('REQ001', `The body is nested more than ${DEEPEST} levels deep.`);
/** A string is parsed in one piece; columns and documents end long before. */
const LONGEST_STRING = 8_388_608;
/** White space, or the digits of a number. */
const LONGEST_GAP = 1_048_576;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A larger body is parsed in pieces of this size, and other requests are answered in between. */
export const PIECE_BYTES = 65_536;

/** What a value takes beside its text: a place in a list, the head of a string or a number. */
const BYTES_PER_VALUE = 32;
/** What an empty object takes. */
const BYTES_PER_CONTAINER = 64;
/** The bytes as they came, and the texts that are made of them. */
const COPIES = 2;

/** What so many bytes take when they are parsed. */
export const costOf = (bytes: number, values: number, containers: number): number =>
  COPIES * bytes + BYTES_PER_VALUE * values + BYTES_PER_CONTAINER * containers;

/** JSON, or another format that is parsed elsewhere, in one go. */
export type Form = 'json' | 'text';
const MOST_IN_TEXT = 500_000;

/**
 * Looks at the bytes of a JSON body as they arrive: how deep it is, how many values it will become, and whether a part of it is too long. It
 * decides before anything is parsed: 33 MB of `{},` take a gigabyte and half a minute.
 */
export class JsonScan {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #values = 0;
  #containers = 0;
  /** Whether the outermost value is a list. */
  #isList = false;
  #commas = 0;
  #bytes = 0;
  /** Where the last byte stood that is part of the structure. */
  #last = 0;
  /** Where the elements of the outermost list are cut into pieces: the indexes of commas. */
  readonly cuts: number[] = [];
  #piece = 0;
  #element = 0;
  readonly #form: Form;

  constructor(form: Form) {
    this.#form = form;
  }

  /** Goes on within the outermost list, where an element begins. */
  static within(
    from: number,
    before: { readonly elements: number; readonly values: number; readonly containers: number },
  ): JsonScan {
    const scan = new JsonScan('json');
    scan.#depth = 1;
    scan.#isList = true;
    scan.#commas = before.elements;
    scan.#values = before.values;
    scan.#containers = before.containers + 1;
    scan.#bytes = from;
    scan.#last = from;
    scan.#piece = from;
    scan.#element = from;
    return scan;
  }

  push(chunk: Uint8Array): void {
    if (this.#form === 'json') this.#look(chunk);
    else this.#count(chunk);
  }

  #look(chunk: Uint8Array): void {
    const { length } = chunk;
    const before = this.#bytes;
    let i = 0;
    if (this.#inString) i = this.#endOfString(chunk, 0, before);
    for (; i < length; i++) {
      const byte = chunk[i];
      if (byte === QUOTE) {
        this.#inString = true;
        this.#last = before + i;
        i = this.#endOfString(chunk, i + 1, before) - 1;
      } else if (byte === COMMA) {
        this.#values++;
        if (this.#depth === 1) this.#endOfElement(before + i);
        this.#last = before + i;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (this.#containers++ === 0) this.#isList = byte === OPEN_LIST;
        this.#last = before + i;
        if (++this.#depth > DEEPEST) throw tooDeep();
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        this.#depth--;
        this.#last = before + i;
      }
    }
    this.#bytes += length;
    this.#refuseLongParts();
  }

  /** As many elements in a piece as fit; an element that does not fit stands alone. */
  #endOfElement(comma: number): void {
    this.#commas++;
    if (comma - this.#piece > PIECE_BYTES) {
      if (this.#element > this.#piece) this.cuts.push(this.#element - 1);
      this.#piece = this.#element;
      if (comma - this.#piece > PIECE_BYTES) {
        this.cuts.push(comma);
        this.#piece = comma + 1;
      }
    }
    this.#element = comma + 1;
  }

  /** Where quotes and comments have rules of their own, all is counted that may begin a value. */
  #count(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === COMMA) this.#values++;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#containers++;
    }
    this.#bytes += chunk.length;
    if (this.#containers > MOST_IN_TEXT)
      throw refuse('REQ004', `The body contains more than ${MOST_IN_TEXT} objects and lists.`);
  }

  /** The index behind the string, or the end of the chunk. Most of a body is inside of strings. */
  #endOfString(chunk: Uint8Array, from: number, before: number): number {
    const { length } = chunk;
    let i = from;
    if (this.#isEscaped && i < length) {
      this.#isEscaped = false;
      i++;
    }
    for (; i < length && chunk[i] !== QUOTE; i++) if (chunk[i] === BACKSLASH) i++;
    if (i < length) {
      this.#inString = false;
      this.#last = before + i;
      return i + 1;
    }
    this.#isEscaped = i > length;
    return length;
  }

  #refuseLongParts(): void {
    const most = this.#inString ? LONGEST_STRING : LONGEST_GAP;
    if (this.#bytes - this.#last <= most) return;
    throw refuse(
      'REQ004',
      this.#inString
        ? `A string of the body is longer than ${LONGEST_STRING} bytes.`
        : `The body contains more than ${LONGEST_GAP} consecutive bytes without a value.`,
    );
  }

  /** What the body will take when it is parsed. */
  get cost(): number {
    return costOf(this.#bytes, this.#values, this.#containers);
  }

  /** Elements of the outermost list; 1 for an object. */
  get items(): number {
    return this.#isList ? this.#commas + 1 : 1;
  }
}

/** What a body of so many bytes takes as a rule: imports have a value for every twelve bytes. */
export const usualCost = (bytes: number): number => 5 * bytes;
