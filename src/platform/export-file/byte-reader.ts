/** Reads bytes from a stream that come in portions of any size. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);
  /** How many bytes were taken. */
  position = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Up to the next line feed, without it; what there is, where the stream ends before, or where the line is longer than `most`. */
  async line(most: number): Promise<{ readonly text: string; readonly isWhole: boolean }> {
    const parts: Buffer[] = [];
    for (let length = 0; ; ) {
      const end = this.#left.indexOf('\n');
      const part = end < 0 ? this.#left : this.#left.subarray(0, end);
      parts.push(part);
      length += part.length;
      this.#take(end < 0 ? part.length : end + 1);
      if (end >= 0) return { text: Buffer.concat(parts).toString('utf8'), isWhole: true };
      if (length > most || !(await this.#fill()))
        return { text: Buffer.concat(parts).toString('utf8'), isWhole: false };
    }
  }

  /** So many bytes, or fewer where the stream ends. */
  async bytes(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0 && (this.#left.length > 0 || (await this.#fill()))) {
      const part = this.#left.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      this.#take(part.length);
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  /** Everything that follows. */
  async *rest(): AsyncGenerator<Buffer, void, undefined> {
    while (this.#left.length > 0 || (await this.#fill())) {
      const part = this.#left;
      this.#take(part.length);
      yield part;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  #take(count: number): void {
    this.#left = this.#left.subarray(count);
    this.position += count;
  }

  /** To be called when nothing is left. */
  async #fill(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.#source.next();
      if (done) return false;
      if (value.length === 0) continue;
      this.#left = value;
      return true;
    }
  }
}
