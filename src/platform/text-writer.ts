/** Up to here characters one by one take less time than a call that writes all of them. */
const FEW = 20;
const FIRST_SIZE = 64 * 1024;
const MOST_KEPT = 1024 * 1024;
const QUOTE = 34;
const BACKSLASH = 92;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that take one byte
const NOT_ASCII = /[^\u0000-\u007f]/;
const NOT_PLAIN = /[^ !#-[\]-~]/;

/**
 * Puts a text together from many short pieces, as bytes, and makes one string of it at the end. A string that grows piece by piece is a tree of
 * its pieces, several times as large as the text, until somebody reads it, and the garbage collector copies all of it.
 */
export class TextWriter {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;
  #isAscii = true;

  /** In bytes, since the text began. */
  get length(): number {
    return this.#length;
  }

  /** What was written before and not taken is gone. */
  begin(): void {
    this.#length = 0;
    this.#isAscii = true;
  }

  add(text: string): void {
    if (text.length > FEW ? NOT_ASCII.test(text) : !this.#addFew(text)) this.#addAny(text);
    else if (text.length > FEW) this.#addAscii(text);
  }

  /** A text as JSON spells it. */
  addJson(text: string): void {
    const from = this.#length;
    this.#addByte(QUOTE);
    if (this.#addPlain(text)) {
      this.#addByte(QUOTE);
      return;
    }
    this.#length = from;
    this.add(JSON.stringify(text));
  }

  /** A text in which some characters have to be escaped: control characters, quotes, backslashes. */
  addEscaped(text: string, escaped: (text: string) => string): void {
    if (!this.#addPlain(text)) this.add(escaped(text));
  }

  /** The text since it began. */
  take(): string {
    const text = this.#bytes.toString(this.#isAscii ? 'latin1' : 'utf8', 0, this.#length);
    if (this.#bytes.length > MOST_KEPT) this.#bytes = Buffer.allocUnsafe(FIRST_SIZE);
    this.begin();
    return text;
  }

  /** Adds a text of letters, digits and signs that are the same in every spelling, and no other. */
  #addPlain(text: string): boolean {
    const { length } = text;
    if (length > FEW) {
      if (NOT_PLAIN.test(text)) return false;
      this.#addAscii(text);
      return true;
    }
    this.#makeRoom(length);
    const bytes = this.#bytes;
    const from = this.#length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code < 32 || code > 126 || code === QUOTE || code === BACKSLASH) return false;
      bytes[from + i] = code;
    }
    this.#length = from + length;
    return true;
  }

  /** Adds a short text of characters of one byte, and no other. */
  #addFew(text: string): boolean {
    const { length } = text;
    this.#makeRoom(length);
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

  #addByte(code: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = code;
  }

  #addAscii(text: string): void {
    this.#makeRoom(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  #addAny(text: string): void {
    this.#makeRoom(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
    this.#isAscii = false;
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
