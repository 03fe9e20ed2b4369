/** Up to here characters one by one take less time than a call that writes all of them. */
const FEW = 24;
const QUOTE = 34;
const BACKSLASH = 92;

const NOT_PLAIN = /[^ !#-[\]-~]/;

/**
 * Puts a text together from many short pieces, as bytes. A string that grows piece by piece is a tree of its pieces, several times as large as the
 * text, until somebody reads it; with a thousand rows in hand the garbage collector has all of that to copy.
 */
export class TextWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(expectedLength: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expectedLength);
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    this.#makeRoom(3 * text.length);
    if (text.length > FEW || !this.#addAscii(text)) this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  addByte(code: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = code;
  }

  /** A text as JSON spells it. */
  addJson(text: string): void {
    this.#makeRoom(text.length + 2);
    const from = this.#length;
    this.#bytes[this.#length++] = QUOTE;
    if (this.#addPlain(text)) this.#bytes[this.#length++] = QUOTE;
    else {
      this.#length = from;
      this.add(JSON.stringify(text));
    }
  }

  /** A text in which some characters have to be escaped: control characters, quotes, backslashes. */
  addEscaped(text: string, escaped: (text: string) => string): void {
    this.#makeRoom(text.length);
    if (!this.#addPlain(text)) this.add(escaped(text));
  }

  /** What was written from one place to another. */
  bytes(from: number, to: number): Buffer {
    return this.#bytes.subarray(from, to);
  }

  /** All that was written. The next text begins in memory of its own. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafeSlow(this.#bytes.length);
    this.#length = 0;
    return taken;
  }

  /** Adds a text of letters, digits and signs that are the same in every spelling, and no other. There must be room for it. */
  #addPlain(text: string): boolean {
    const { length } = text;
    const bytes = this.#bytes;
    const from = this.#length;
    if (length > FEW) {
      if (NOT_PLAIN.test(text)) return false;
      bytes.write(text, from, 'latin1');
    } else
      for (let i = 0; i < length; i++) {
        const code = text.charCodeAt(i);
        if (code < 32 || code > 126 || code === QUOTE || code === BACKSLASH) return false;
        bytes[from + i] = code;
      }
    this.#length = from + length;
    return true;
  }

  /** Adds a short text of characters of one byte, and no other. There must be room for it. */
  #addAscii(text: string): boolean {
    const { length } = text;
    const bytes = this.#bytes;
    const from = this.#length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return false;
      bytes[from + i] = code;
    }
    this.#length = from + length;
    return true;
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
