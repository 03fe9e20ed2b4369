import { foldKey } from '../../domain/natural-key.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { MINUTE_MS, type Stop } from '../../engine/availability/gaps.ts';
import type { Contender } from '../../engine/recommendation/search.ts';
import { nowhere } from '../../engine/travel/estimate.ts';
import type { HeldTime, IndexedAppointment } from '../../storage/planning-index-store.ts';
import type { IndexedResource } from './indexed-resource.ts';

const DAY_MS = 86_400_000;
/** Gaps are laid out for at most so long at a time. */
const LONGEST_SPAN_MS = 400 * DAY_MS;

/** Busy time in whole minutes: begun minutes count. */
const stopOf = ({ start, end, lat, lon }: IndexedAppointment): Stop => ({
  from: Math.floor(start / MINUTE_MS),
  till: Math.ceil(end / MINUTE_MS),
  lat: lat ?? Number.NaN,
  lon: lon ?? Number.NaN,
});

/** The plan of one tenant in memory, as it was at a change of the log. */
export class TenantPlan {
  readonly #resources = new Map<number, IndexedResource>();
  /** Which resources an appointment takes. */
  readonly #takes = new Map<number, readonly number[]>();
  #order: readonly IndexedResource[] = [];
  #span: Interval | undefined;
  /** Folded groups by folded value. */
  readonly groupsOf = new Map<string, Set<string>>();

  get size(): number {
    return this.#takes.size + 20 * this.#resources.size;
  }

  resourceIds(): number[] {
    return [...this.#resources.keys()];
  }

  put(resources: readonly IndexedResource[]): void {
    for (const resource of resources) {
      const known = this.#resources.get(resource.candidate.id);
      if (known) known.become(resource);
      else this.#resources.set(resource.candidate.id, resource);
      for (const skill of resource.candidate.skills) this.#know(skill);
    }
    this.#sort();
  }

  drop(ids: readonly number[]): void {
    for (const id of ids) this.#resources.delete(id);
    this.#sort();
  }

  /** Appointments as they are now; those of the ids that are not among them are gone. */
  book(appointments: readonly IndexedAppointment[], ids: readonly number[] = []): void {
    for (const id of [...ids, ...appointments.map((each) => each.id)]) {
      for (const resource of this.#takes.get(id) ?? []) this.#resources.get(resource)?.release(id);
      this.#takes.delete(id);
    }
    for (const appointment of appointments) {
      const stop = stopOf(appointment);
      for (const resource of appointment.resources) this.#resources.get(resource)?.book(appointment.id, stop);
      if (appointment.resources.length > 0) this.#takes.set(appointment.id, appointment.resources);
    }
  }

  hasServed(resource: number, customer: string): boolean {
    return this.#resources.get(resource)?.candidate.customers.has(customer) ?? true;
  }

  know(values: readonly { readonly filterGroup: string; readonly filterValue: string }[]): void {
    this.groupsOf.clear();
    for (const { filterGroup, filterValue } of values) this.#know(foldKey([filterGroup, filterValue]));
    for (const { candidate } of this.#resources.values()) for (const skill of candidate.skills) this.#know(skill);
  }

  /** Everybody in the order of their numbers, with their free time around a window. */
  contenders(window: Interval, held: readonly HeldTime[]): Contender[] {
    const span = this.#spanAround(window);
    const byResource = new Map<number, Stop[]>();
    for (const { resourceId, start, end } of held) {
      const stop = { from: Math.floor(start / MINUTE_MS), till: Math.ceil(end / MINUTE_MS), ...nowhere };
      byResource.set(resourceId, [...(byResource.get(resourceId) ?? []), stop]);
    }
    return this.#order.map((resource) => resource.contend(span, byResource.get(resource.candidate.id) ?? []));
  }

  /** Grows with what is asked, so that gaps need not be laid out again for every question. */
  #spanAround({ start, end }: Interval): Interval {
    const known = this.#span;
    if (known && known.start <= start && known.end >= end) return known;
    const asked = { start: start - DAY_MS, end: end + DAY_MS };
    const both = known && { start: Math.min(known.start, asked.start), end: Math.max(known.end, asked.end) };
    this.#span = both && both.end - both.start <= LONGEST_SPAN_MS ? both : asked;
    return this.#span;
  }

  #sort(): void {
    this.#order = [...this.#resources.values()].sort((a, b) => (a.candidate.no < b.candidate.no ? -1 : 1));
  }

  #know(skill: string): void {
    const [group = '', value = ''] = skill.split(SEPARATOR);
    this.groupsOf.set(value, (this.groupsOf.get(value) ?? new Set()).add(group));
  }
}

const SEPARATOR = foldKey(['', '']);
