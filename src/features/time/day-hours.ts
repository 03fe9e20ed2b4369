import type { ErrorDetail } from '../../domain/errors.ts';
import { DAY_CAP_SECONDS, overCap } from '../../domain/time-entry.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { type EntryRow, type FilledDay, secondsOfFullDays } from './time-store.ts';

/** The time that an entry takes of a day of a resource. */
export interface TakenTime {
  readonly resourceId: number | undefined;
  readonly date: string;
  readonly seconds: number;
}

interface Day extends FilledDay {
  more: number;
  /** Those that are stored, where the day could become too long, with what calls have changed so far. */
  seconds: number;
}

/**
 * The hours of each resource and day as the calls change them one after the other. Of a day that cannot become too long, what is stored need
 * not be known: it counts as none. Nor can a day to which no call adds anything.
 */
export class DayHours {
  readonly #context: WriteContext;
  readonly #days = new Map<number, Map<string, Day>>();

  constructor(context: WriteContext) {
    this.#context = context;
  }

  /** A call may take this time, instead of what its entry takes. What is not known is passed over. */
  expect({ resourceId, date, seconds }: TakenTime, stored: EntryRow | undefined): void {
    if (resourceId === undefined || typeof date !== 'string' || typeof seconds !== 'number') return;
    const stays = stored?.resourceId === resourceId && stored.date === date;
    const more = stays ? seconds - stored.durationInSeconds : seconds;
    // A call that will be refused may send any number.
    this.#day(resourceId, date).more += Math.min(Math.max(more, 0), TOO_LONG);
  }

  #day(resourceId: number, date: string): Day {
    let days = this.#days.get(resourceId);
    if (!days) {
      days = new Map();
      this.#days.set(resourceId, days);
    }
    let day = days.get(date);
    if (!day) {
      day = { resourceId, date, more: 0, seconds: 0 };
      days.set(date, day);
    }
    return day;
  }

  /** Before the first call changes a day, and after all that may change are expected. */
  async load(): Promise<void> {
    const expected = [...this.#days.values()].flatMap((days) => [...days.values()].filter(({ more }) => more > 0));
    if (expected.length === 0) return;
    const { tx, caller } = this.#context;
    for (const { resourceId, date, seconds } of await secondsOfFullDays(tx, caller.tenantId, expected))
      this.#day(resourceId, date).seconds = seconds;
  }

  /** A call takes time, instead of what its entry takes. Answers why it may not. */
  take(
    { resourceId, date, seconds }: TakenTime,
    resourceNo: string,
    stored: EntryRow | undefined,
  ): ErrorDetail | undefined {
    if (resourceId === undefined) return undefined;
    const left = stored && this.#day(stored.resourceId, stored.date);
    if (left) left.seconds -= stored.durationInSeconds;
    const day = this.#day(resourceId, date);
    const refusal = overCap(day.seconds, seconds, resourceNo, date);
    if (!refusal) day.seconds += seconds;
    else if (left) left.seconds += stored.durationInSeconds;
    return refusal;
  }
}

const TOO_LONG = DAY_CAP_SECONDS + 1;
