import { DAY_MS } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import { instantOfLocal, offsetAt } from '../../domain/time/zone.ts';
import { type Gaps, gapsBetween, MINUTE_MS, type Stop } from '../../engine/availability/gaps.ts';
import type { Candidate } from '../../engine/recommendation/question.ts';
import type { Contender } from '../../engine/recommendation/search.ts';

/** A resource of the planning index: who it is, when it works, what it does. Its gaps are worked out when they are asked for. */
export class IndexedResource {
  readonly #bookings = new Map<number, Stop>();
  #gaps: { readonly span: Interval; readonly gaps: Gaps } | undefined;
  #contender: { readonly span: Interval; readonly contender: Contender } | undefined;
  candidate: Candidate;
  clock: ResourceClock;
  /** Takes any number of appointments at once. */
  isBulk: boolean;

  constructor(candidate: Candidate, clock: ResourceClock, isBulk: boolean) {
    this.candidate = candidate;
    this.clock = clock;
    this.isBulk = isBulk;
  }

  /** The same resource as it is now; what it does stays. */
  become({ candidate, clock, isBulk }: IndexedResource): void {
    this.candidate = candidate;
    this.clock = clock;
    this.isBulk = isBulk;
    this.#forget();
  }

  serve(customers: ReadonlySet<string>): void {
    this.candidate = { ...this.candidate, customers };
    this.#contender = undefined;
  }

  book(appointment: number, stop: Stop): void {
    this.#bookings.set(appointment, stop);
    this.#forget();
  }

  release(appointment: number): void {
    if (this.#bookings.delete(appointment)) this.#forget();
  }

  /** The resource within a span, with what is held of its time. Where nothing is, which is nearly always, it is the same for every question. */
  contend(span: Interval, held: readonly Stop[] | undefined): Contender {
    if (held)
      return this.#contending(
        once(() => this.#layOut(span, held)),
        held,
      );
    if (this.#contender?.span !== span)
      this.#contender = { span, contender: this.#contending(() => this.#within(span), []) };
    return this.#contender.contender;
  }

  #contending(gaps: () => Gaps, held: readonly Stop[]): Contender {
    return { candidate: this.candidate, gaps, bookedOn: (day) => this.#bookedOn(day, held) };
  }

  #forget(): void {
    this.#gaps = undefined;
    this.#contender = undefined;
  }

  #within(span: Interval): Gaps {
    const known = this.#gaps;
    if (known && known.span.start <= span.start && known.span.end >= span.end) return known.gaps;
    const gaps = this.#layOut(span, []);
    this.#gaps = { span, gaps };
    return gaps;
  }

  #layOut(span: Interval, held: readonly Stop[]): Gaps {
    const stops = this.isBulk ? [] : [...this.#bookings.values(), ...held].sort((a, b) => a.from - b.from);
    const { zone } = this.clock;
    return gapsBetween(this.clock.workingIn(span), stops, (minute) => offsetAt(zone, minute * MINUTE_MS) / MINUTE_MS);
  }

  #bookedOn(day: number, held: readonly Stop[]): number {
    const { zone } = this.clock;
    const start = instantOfLocal(zone, day * DAY_MS) / MINUTE_MS;
    const end = instantOfLocal(zone, (day + 1) * DAY_MS) / MINUTE_MS;
    let sum = 0;
    for (const { from, till } of [...this.#bookings.values(), ...held])
      sum += Math.max(0, Math.min(till, end) - Math.max(from, start));
    return sum;
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
