import type { Interval } from '../../domain/time/interval.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import { offsetAt } from '../../domain/time/zone.ts';
import { type Gaps, gapsBetween, type Stop } from '../availability/gaps.ts';
import { MINUTE_MS, Stretches } from '../availability/stretches.ts';
import { nowhere } from '../travel/estimate.ts';
import type { HeldTime, IndexedAppointment } from './indexed.ts';
import { type DayCapacities, limitedDays } from './limited-days.ts';
import type { Candidate } from './question.ts';
import type { Span } from './span.ts';

/** Busy time in whole minutes: begun minutes count. */
const stopOf = ({ start, end }: Interval, lat: number | null, lon: number | null): Stop => ({
  from: Math.floor(start / MINUTE_MS),
  till: Math.ceil(end / MINUTE_MS),
  lat: lat ?? Number.NaN,
  lon: lon ?? Number.NaN,
});

const NONE: ReadonlySet<number> = new Set();

/** A resource of the planning index: who it is, when it works, what it does. Its gaps are computed on demand. */
export class IndexedResource {
  readonly #bookings = new Map<number, IndexedAppointment>();
  #known: { readonly span: Span; readonly gaps: Gaps } | undefined;
  candidate: Candidate;
  clock: ResourceClock;
  /** Takes any number of appointments at once. */
  isBulk: boolean;
  capacities: DayCapacities;

  constructor(candidate: Candidate, clock: ResourceClock, isBulk: boolean, capacities: DayCapacities) {
    this.candidate = candidate;
    this.clock = clock;
    this.isBulk = isBulk;
    this.capacities = capacities;
  }

  /** The same resource as it is now; what it does stays. */
  become({ candidate, clock, isBulk, capacities }: IndexedResource): void {
    this.candidate = candidate;
    this.clock = clock;
    this.isBulk = isBulk;
    this.capacities = capacities;
    this.#known = undefined;
  }

  book(appointment: IndexedAppointment): void {
    this.#bookings.set(appointment.id, appointment);
    this.#known = undefined;
  }

  release(appointment: number): void {
    if (this.#bookings.delete(appointment)) this.#known = undefined;
  }

  /** Its free time within a span, the same for every question until something changes. */
  gapsIn(span: Span): Gaps {
    if (this.#known?.span !== span) this.#known = { span, gaps: this.layOut(span, []) };
    return this.#known.gaps;
  }

  /** Whether one of these appointments takes its time. */
  takesAny(appointments: ReadonlySet<number>): boolean {
    for (const id of this.#bookings.keys()) if (appointments.has(id)) return true;
    return false;
  }

  /** Its free time without what is held of it. Where appointments in `placeless` are is left out. */
  layOut(span: Span, held: readonly HeldTime[], placeless: ReadonlySet<number> = NONE): Gaps {
    const { zone } = this.clock;
    return gapsBetween(
      span.shared(new Stretches(this.clock.workingIn(span))),
      this.isBulk ? [] : this.#stops(held, placeless),
      this.candidate.home,
      (minute) => offsetAt(zone, minute * MINUTE_MS) / MINUTE_MS,
      this.capacities.size === 0 ? [] : limitedDays(this.capacities, this.clock, span, this.#bookings.values(), held),
      span.places,
    );
  }

  #stops(held: readonly HeldTime[], placeless: ReadonlySet<number>): Stop[] {
    const booked = Array.from(this.#bookings.values(), (each) =>
      placeless.has(each.id) ? stopOf(each, nowhere.lat, nowhere.lon) : stopOf(each, each.lat, each.lon),
    );
    const kept = held.map((each) => stopOf(each, nowhere.lat, nowhere.lon));
    return [...booked, ...kept].sort((a, b) => a.from - b.from);
  }
}
