const MOST_NAMES = 300;

/**
 * A statement that comes again is prepared under a name: planning one of forty columns takes longer than running it for a few rows. There are as
 * many statements as callers choose sets of parameters, so only the first few hundred get a name; sessions keep them.
 */
export class StatementNames {
  readonly #seen = new Map<string, string | null>();
  #count = 0;

  /** Undefined the first time, and for what comes too late. */
  of(text: string): string | undefined {
    const known = this.#seen.get(text);
    if (known) return known;
    if (known === null && this.#count < MOST_NAMES) {
      const name = `openslot_${++this.#count}`;
      this.#seen.set(text, name);
      return name;
    }
    if (known === undefined && this.#seen.size < 4 * MOST_NAMES) this.#seen.set(text, null);
    return undefined;
  }
}
