/**
 * Reads the next portion of a rebuild on another connection while the one before is computed and stored. What is read is at least as new as the
 * change that the rebuild began with; what changes later is taken on after the rebuild, whenever it was read.
 */
export class PortionsAhead<Portion> {
  readonly #read: (after: number) => Promise<Portion>;
  #reading:
    | { readonly seen: number; readonly after: number; readonly portion: Promise<Portion | undefined> }
    | undefined;

  /** `read`: the portion that follows an appointment. */
  constructor(read: (after: number) => Promise<Portion>) {
    this.#read = read;
  }

  /** `seen`: the change that the rebuild began with; `after`: the last appointment of the portion before. */
  begin(seen: number, after: number): void {
    // Who finds nothing read reads it himself, and fails where this failed.
    this.#reading = { seen, after, portion: this.#read(after).catch(() => undefined) };
  }

  /** Waits for what is being read: a transaction that waited for another connection could wait for itself. */
  async settled(): Promise<void> {
    await this.#reading?.portion;
  }

  /** The portion, if it was read for this rebuild; another node may have continued it meanwhile. */
  async take(seen: number, after: number): Promise<Portion | undefined> {
    const reading = this.#reading;
    this.#reading = undefined;
    return reading?.seen === seen && reading.after === after ? reading.portion : undefined;
  }
}
