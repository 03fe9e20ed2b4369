/**
 * Reads that several requests ask for in one turn of the event loop, done once for all of them. The read begins after the last of them asked, so
 * each sees what was committed before its request arrived, as if it had read alone. A busy service handles several requests in a turn.
 */
export class SharedReads<Key, Found> {
  readonly #asked = new Map<Key, Promise<Found>>();

  read(key: Key, read: () => Promise<Found>): Promise<Found> {
    const asked = this.#asked.get(key);
    if (asked) return asked;
    const found = nextTurn().then(() => {
      this.#asked.delete(key);
      return read();
    });
    this.#asked.set(key, found);
    return found;
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
