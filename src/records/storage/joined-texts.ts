import type { TextWriter } from '../../platform/text-writer.ts';

/** Stands between texts that travel as one. JSON escapes it, and keys may not hold it. */
export const SEPARATOR = '\u001e';
const SEPARATOR_BYTE = 0x1e;

/**
 * What the log says of the records of a batch, joined as it is sent. These are bytes from the start: a thousand strings that live until the log is
 * written would be copied by the garbage collector, joined, and turned into bytes then.
 */
export class JoinedTexts {
  readonly #writer: TextWriter;
  /** Where each text ends. */
  readonly #ends: number[] = [];

  constructor(writer: TextWriter) {
    this.#writer = writer;
  }

  /** What `write` writes of an item is the next text. */
  add<Item>(write: (writer: TextWriter, item: Item) => void, item: Item): LoggedText {
    if (this.#ends.length > 0) this.#writer.addByte(SEPARATOR_BYTE);
    write(this.#writer, item);
    this.#ends.push(this.#writer.length);
    return new LoggedText(this, this.#ends.length - 1);
  }

  /** The texts from one to before another, with separators between them. */
  bytes(from: number, to: number): Buffer {
    const start = from === 0 ? 0 : (this.#ends[from - 1] as number) + 1;
    return this.#writer.bytes(start, this.#ends[to - 1] as number);
  }
}

/** One of joined texts. It becomes a string only where somebody reads it. */
export class LoggedText {
  readonly texts: JoinedTexts;
  readonly at: number;

  constructor(texts: JoinedTexts, at: number) {
    this.texts = texts;
    this.at = at;
  }

  toString(): string {
    return this.texts.bytes(this.at, this.at + 1).toString();
  }

  toJSON(): string {
    return this.toString();
  }
}
