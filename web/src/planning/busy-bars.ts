import type { Paths } from '../api/schema.ts';
import type { Bar } from '../board/types.ts';

/** As GET /board returns them. */
type BusyTimes = Paths['/board']['get']['answer']['busy'];

const GREY = '#c5ccd4';

/** The difference between two reads, as the board takes it. */
export interface BusyChange {
  readonly before: readonly Bar[];
  readonly after: readonly Bar[];
}

/**
 * The bars of hidden appointments. The service gives them a key instead of an id; the board needs a number, so every key gets a negative
 * one, which no appointment has.
 */
export class BusyBars {
  readonly #ids = new Map<string, number>();
  #bars: readonly Bar[] = [];

  get bars(): readonly Bar[] {
    return this.#bars;
  }

  /** Takes over a read. A bar that is the same stays the same object. */
  replace(times: BusyTimes): BusyChange {
    const known = new Map(this.#bars.map((bar) => [bar.id, bar]));
    const before = this.#bars;
    this.#bars = times.map((time) => {
      const fresh = this.#barOf(time);
      const old = known.get(fresh.id);
      return old && isSame(old, fresh) ? old : fresh;
    });
    const [were, are] = [new Set(before), new Set(this.#bars)];
    return { before: before.filter((bar) => !are.has(bar)), after: this.#bars.filter((bar) => !were.has(bar)) };
  }

  #barOf({ key, start, end, resources }: BusyTimes[number]): Bar {
    const id = this.#ids.get(key) ?? -1 - this.#ids.size;
    this.#ids.set(key, id);
    return {
      id,
      version: 0,
      isBusy: true,
      start: Date.parse(start),
      end: Date.parse(end),
      subject: '',
      resources,
      color: GREY,
      category: null,
      markerColor: null,
      isImportant: false,
      locked: false,
      notification: null,
      containers: [],
      requires: [],
      warnings: [],
    };
  }
}

const isSame = (one: Bar, other: Bar): boolean =>
  one.start === other.start && one.end === other.end && one.resources.join('\n') === other.resources.join('\n');
