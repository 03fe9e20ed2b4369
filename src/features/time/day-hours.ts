import type { WriteContext } from '../../records/writing/write-context.ts';
import { secondsPerDay } from './time-store.ts';

/** The hours of each resource and day as the calls change them one after the other. */
export class DayHours {
  readonly #context: WriteContext;
  readonly #seconds = new Map<string, number>();
  /** Days that are expected, and those among them that are not loaded yet. */
  readonly #expected = new Set<string>();
  #wanted: { readonly resourceId: number; readonly date: string }[] = [];

  constructor(context: WriteContext) {
    this.#context = context;
  }

  /** What is not known yet is passed over. */
  expect(resourceId: number | undefined, date: unknown): void {
    if (resourceId === undefined || typeof date !== 'string') return;
    const name = `${resourceId}|${date}`;
    if (this.#expected.has(name)) return;
    this.#expected.add(name);
    this.#wanted.push({ resourceId, date });
  }

  async load(): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = [];
    if (wanted.length === 0) return;
    const { tx, caller } = this.#context;
    for (const { resourceId, date, seconds } of await secondsPerDay(tx, caller.tenantId, wanted))
      this.#seconds.set(`${resourceId}|${date}`, seconds);
  }

  of(resourceId: number, date: string): number {
    return this.#seconds.get(`${resourceId}|${date}`) ?? 0;
  }

  add(resourceId: number, date: string, seconds: number): void {
    this.#seconds.set(`${resourceId}|${date}`, this.of(resourceId, date) + seconds);
  }
}
