import { isUtf8 } from 'node:buffer';
import { refuse } from '../../domain/errors.ts';
import { LongWork } from '../long-work.ts';
import { PIECE_BYTES } from './json-scan.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * JSON in strict UTF-8, as JSON.parse reads it. The bytes have passed a JsonScan; `cuts` are the commas of the outermost list that it found. Each
 * piece is parsed as a list of its own: cuts at other commas could not make a valid body of an invalid one.
 */
export async function parseJson(bytes: Buffer, cuts?: readonly number[]): Promise<unknown> {
  if (bytes.length === 0) throw refuse('REQ001', 'The body is empty.');
  checkUtf8(bytes);
  if (bytes.length > PIECE_BYTES) return new Pieces(bytes, cuts).parse();
  try {
    return JSON.parse(textOf(bytes, 0, bytes.length));
  } catch (error) {
    throw refuse('REQ001', `The body is not valid JSON: ${jsonErrorPosition(error as Error)}`);
  }
}

export function checkUtf8(bytes: Buffer): void {
  if (isUtf8(bytes)) return;
  throw refuse(
    'REQ001',
    'The body is not valid UTF-8. If it has another character set, declare it: Content-Type: application/json; charset=utf-16.',
  );
}

/** The elements of a list from one of them on. Those before it, and the comma behind them, have been read. */
export const parseRest = (bytes: Buffer, from: number, cuts: readonly number[]): Promise<unknown[]> =>
  new Pieces(bytes, cuts).rest(from);

/** V8 quotes the body in its message. The body may contain a secret, so only the position is reported. */
export const jsonErrorPosition = (error: Error): string =>
  /position \d+( \(line \d+ column \d+\))?/.exec(error.message)?.[0] ?? 'it is incomplete or malformed';

/** A byte order mark is no part of the text. */
const textOf = (bytes: Buffer, start: number, end: number): string => {
  const hasMark = start === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : start, end);
};

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** A list or an object that is too large for one turn: its elements are parsed in groups, and those that are too large themselves the same way. */
class Pieces {
  readonly #bytes: Buffer;
  readonly #cuts: readonly number[] | undefined;
  readonly #work = new LongWork();

  constructor(bytes: Buffer, cuts: readonly number[] | undefined) {
    this.#bytes = bytes;
    this.#cuts = cuts;
  }

  parse(): Promise<unknown> {
    const hasMark = this.#bytes[0] === 0xef && this.#bytes[1] === 0xbb && this.#bytes[2] === 0xbf;
    return this.#value(hasMark ? 3 : 0, this.#bytes.length, this.#cuts);
  }

  rest(from: number): Promise<unknown[]> {
    let end = this.#bytes.length;
    while (end > from && isBlank(this.#bytes[end - 1])) end--;
    if (this.#bytes[end - 1] !== CLOSE_LIST || this.#isEmpty(from, end - 1)) throw this.#malformed(from);
    return this.#list(from, end - 1, this.#cuts);
  }

  async #value(from: number, to: number, cuts?: readonly number[]): Promise<unknown> {
    let [start, end] = [from, to];
    while (start < end && isBlank(this.#bytes[start])) start++;
    while (end > start && isBlank(this.#bytes[end - 1])) end--;
    const [first, last] = [this.#bytes[start], this.#bytes[end - 1]];
    const isLarge = end - start > PIECE_BYTES;
    if (isLarge && first === OPEN_LIST && last === CLOSE_LIST) return this.#list(start + 1, end - 1, cuts);
    if (isLarge && first === OPEN_OBJECT && last === CLOSE_OBJECT) return this.#object(start + 1, end - 1);
    // What is left is small, or a long string; a bracket without its counterpart would be parsed to its end in one go.
    if (isLarge && (first === OPEN_LIST || first === OPEN_OBJECT)) throw this.#malformed(start);
    return this.#parsed('', start, end, '');
  }

  async #list(start: number, end: number, cuts?: readonly number[]): Promise<unknown[]> {
    const list: unknown[] = [];
    if (this.#isEmpty(start, end)) return list;
    for await (const [from, to] of cuts ? this.#between(start, end, cuts) : this.#groups(start, end)) {
      if (to - from > PIECE_BYTES) list.push(await this.#value(from, to));
      else for (const value of this.#filled(from, this.#parsed('[', from, to, ']') as unknown[])) list.push(value);
      await this.#work.rest();
    }
    return list;
  }

  async #object(start: number, end: number): Promise<Record<string, unknown>> {
    const object: Record<string, unknown> = {};
    if (this.#isEmpty(start, end)) return object;
    for await (const [from, to] of this.#groups(start, end)) {
      const members =
        to - from > PIECE_BYTES ? [await this.#member(from, to)] : Object.entries(this.#members(from, to));
      // By definition, not by assignment: a member may be called __proto__.
      for (const [name, value] of this.#filled(from, members))
        Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
      await this.#work.rest();
    }
    return object;
  }

  #isEmpty(start: number, end: number): boolean {
    let at = start;
    while (at < end && isBlank(this.#bytes[at])) at++;
    return at === end;
  }

  #members(from: number, to: number): object {
    return this.#parsed('{', from, to, '}') as object;
  }

  /** One member whose value is too large: the name, a colon, and the rest. */
  async #member(from: number, to: number): Promise<[string, unknown]> {
    let at = from;
    while (isBlank(this.#bytes[at])) at++;
    const start = at;
    if (this.#bytes[at] !== QUOTE) throw this.#malformed(at);
    for (at++; at < to && this.#bytes[at] !== QUOTE; at++) if (this.#bytes[at] === BACKSLASH) at++;
    const name = this.#parsed('', start, at + 1, '') as string;
    for (at++; isBlank(this.#bytes[at]); ) at++;
    if (this.#bytes[at] !== COLON) throw this.#malformed(at);
    return [name, await this.#value(at + 1, to)];
  }

  /** Between two commas there is something. */
  #filled<T>(from: number, values: T[]): T[] {
    if (values.length === 0) throw this.#malformed(from);
    return values;
  }

  /** The same without looking for them. */
  async *#between(start: number, end: number, cuts: readonly number[]): AsyncGenerator<[from: number, to: number]> {
    let from = start;
    for (const cut of cuts) {
      yield [from, cut];
      from = cut + 1;
    }
    // No comma follows the last element: with those before it, it may be too large for a piece.
    if (end - from > PIECE_BYTES) yield* this.#groups(from, end);
    else yield [from, end];
  }

  /** The elements between two brackets, as many in a group as fit into a piece. An element that does not fit stands alone. */
  async *#groups(start: number, end: number): AsyncGenerator<[from: number, to: number]> {
    const bytes = this.#bytes;
    let depth = 0;
    let group = start;
    let element = start;
    let resting = start;
    for (let i = start; i <= end; i++) {
      const byte = i === end ? COMMA : bytes[i];
      if (byte === QUOTE) {
        for (i++; i < end && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (--depth < 0) throw this.#malformed(i);
      } else if (byte === COMMA && depth === 0) {
        if (i - group > PIECE_BYTES) {
          if (element > group) yield [group, element - 1];
          group = element;
          if (i - group > PIECE_BYTES) {
            yield [group, i];
            group = i + 1;
          }
        }
        element = i + 1;
      }
      if (i - resting > PIECE_BYTES) {
        resting = i;
        await this.#work.rest();
      }
    }
    if (element !== end + 1) throw this.#malformed(end);
    if (group <= end) yield [group, end];
  }

  #parsed(open: string, from: number, to: number, close: string): unknown {
    try {
      return JSON.parse(`${open}${this.#bytes.toString('utf8', from, to)}${close}`);
    } catch {
      throw this.#malformed(from);
    }
  }

  #malformed(at: number) {
    return refuse('REQ001', `The body is not valid JSON: the error is after byte ${at}.`);
  }
}
