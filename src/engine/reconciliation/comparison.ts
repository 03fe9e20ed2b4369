/** How many records there are of each outcome. */
export type Counts = Readonly<Record<'sent' | 'same' | 'missing' | 'phantom' | 'different' | 'pending', number>>;

/** A stored record: its id, and the values of the compared fields. */
export interface StoredRecord {
  readonly id: number;
  readonly values: readonly unknown[];
}

/**
 * Compares the records that a source system sends with those that are stored: first portion by portion what was sent, then what is stored.
 * Lists are limited, counts are not.
 */
export class Comparison<Sent extends { readonly key: string; readonly shown: unknown }, Difference extends object> {
  readonly #differenceOf: (sent: Sent, stored: readonly unknown[]) => Difference | undefined;
  readonly #mostListed: number;
  readonly #found = new Set<number>();
  readonly #counts = { sent: 0, same: 0, missing: 0, phantom: 0, different: 0, pending: 0 };
  readonly missing: unknown[] = [];
  readonly different: ({ readonly key: unknown } & Difference)[] = [];
  readonly phantom: unknown[] = [];
  /** Sent, and kept until the record that it belongs to arrives. */
  readonly pending: unknown[] = [];
  readonly #kept = new Set<string>();

  constructor(differenceOf: (sent: Sent, stored: readonly unknown[]) => Difference | undefined, mostListed: number) {
    this.#differenceOf = differenceOf;
    this.#mostListed = mostListed;
  }

  get counts(): Counts {
    return this.#counts;
  }

  /** Whether a list has fewer entries than were counted. */
  get isTruncated(): boolean {
    const { missing, different, phantom, pending } = this.#counts;
    return Math.max(missing, different, phantom, pending) > this.#mostListed;
  }

  /** Takes a portion of what was sent, with the stored records of the same keys, and the keys of what is kept. */
  take(
    portion: readonly Sent[],
    stored: ReadonlyMap<string, StoredRecord>,
    kept: ReadonlySet<string> = new Set(),
  ): void {
    for (const sent of portion) {
      this.#counts.sent++;
      const record = stored.get(sent.key);
      if (!record && kept.has(sent.key)) {
        this.#kept.add(sent.key);
        this.#note('pending', this.pending, sent.shown);
        continue;
      }
      if (!record) {
        this.#note('missing', this.missing, sent.shown);
        continue;
      }
      this.#found.add(record.id);
      const difference = this.#differenceOf(sent, record.values);
      if (difference) this.#note('different', this.different, { key: sent.shown, ...difference });
      else this.#counts.same++;
    }
  }

  /** Whether a stored record was not sent. Ask after everything that was sent has been taken. */
  isPhantom(id: number): boolean {
    return !this.#found.has(id);
  }

  /** The same for what is kept, by its key. */
  isPhantomKept(key: string): boolean {
    return !this.#kept.has(key);
  }

  addPhantom(shown: unknown): void {
    this.#note('phantom', this.phantom, shown);
  }

  #note<T>(what: 'missing' | 'different' | 'phantom' | 'pending', list: T[], finding: T): void {
    this.#counts[what]++;
    if (list.length < this.#mostListed) list.push(finding);
  }
}
