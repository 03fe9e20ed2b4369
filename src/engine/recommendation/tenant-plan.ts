import { grouped } from '../../domain/grouped.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import type { Gaps } from '../availability/gaps.ts';
import type { HeldTime, IndexedAppointment } from './indexed.ts';
import type { IndexedResource } from './indexed-resource.ts';
import { Roster } from './roster.ts';
import type { Field } from './search.ts';
import { Span } from './span.ts';
import type { VisiblePart } from './visible-part.ts';

/** Gaps are laid out for at most so long at a time. */
const LONGEST_SPAN_MS = 400 * DAY_MS;

/** The plan of one tenant in memory, as it was at a change of the log. */
export class TenantPlan {
  readonly #resources = new Map<number, IndexedResource>();
  /** Which resources an appointment takes. */
  readonly #takes = new Map<number, Pick<IndexedAppointment, 'resources'>>();
  #order: readonly IndexedResource[] = [];
  #byNo: ReadonlyMap<string, number> = new Map();
  #roster: Roster | undefined;
  #span: Span | undefined;
  /** Gaps by rank within the span: short ways to what the resources keep, dropped at any change. */
  #laidOut: (Gaps | undefined)[] = [];
  /** Folded filter values that are known though nobody may have them. */
  #known: readonly string[] = [];
  #groups: Map<string, Set<string>> | undefined;

  get size(): number {
    return this.#takes.size + 20 * this.#resources.size;
  }

  /** The id of a resource by its number. */
  idOf(no: string): number | undefined {
    return this.#byNo.get(foldKey([no]));
  }

  resourceIds(): number[] {
    return [...this.#resources.keys()];
  }

  put(resources: readonly IndexedResource[]): void {
    for (const resource of resources) {
      const known = this.#resources.get(resource.candidate.id);
      if (known) known.become(resource);
      else this.#resources.set(resource.candidate.id, resource);
    }
    if (resources.length > 0) this.#arrange();
  }

  drop(ids: readonly number[]): void {
    for (const id of ids) this.#resources.delete(id);
    if (ids.length > 0) this.#arrange();
  }

  /** Appointments as they are now; those of the ids that are not among them are gone. */
  book(appointments: readonly IndexedAppointment[], ids: readonly number[] = []): void {
    this.#laidOut = [];
    for (const id of [...ids, ...appointments.map((each) => each.id)]) {
      for (const resource of this.#takes.get(id)?.resources ?? []) this.#resources.get(resource)?.release(id);
      this.#takes.delete(id);
    }
    for (const appointment of appointments) {
      for (const resource of appointment.resources) this.#resources.get(resource)?.book(appointment);
      if (appointment.resources.length > 0) this.#takes.set(appointment.id, appointment);
    }
  }

  know(values: readonly { readonly filterGroup: string; readonly filterValue: string }[]): void {
    this.#known = values.map(({ filterGroup, filterValue }) => foldKey([filterGroup, filterValue]));
    this.#groups = undefined;
  }

  /** Folded groups by folded value. */
  get groupsOf(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.#groups) return this.#groups;
    const groups = new Map<string, Set<string>>();
    const add = (skill: string): void => {
      const [group = '', value = ''] = skill.split(SEPARATOR);
      groups.set(value, (groups.get(value) ?? new Set()).add(group));
    };
    for (const skill of this.#known) add(skill);
    for (const { candidate } of this.#resources.values()) for (const skill of candidate.skills) add(skill);
    this.#groups = groups;
    return groups;
  }

  /** Everybody in the order of their numbers, with their free time around a window. */
  field(window: Interval, held: readonly HeldTime[]): Field {
    const span = this.#spanAround(window);
    const [order, laidOut] = [this.#order, this.#laidOut];
    this.#roster ??= new Roster(order.map(({ candidate }) => candidate));
    const without = this.#withoutHeld(span, held);
    const usual = (rank: number): Gaps => {
      laidOut[rank] ??= (order[rank] as IndexedResource).gapsIn(span);
      return laidOut[rank];
    };
    const gapsOf = without.size === 0 ? usual : (rank: number): Gaps => without.get(rank) ?? usual(rank);
    return { roster: this.#roster, gapsOf };
  }

  /** The same for a reader who sees a part of it: other resources are not there, and hidden appointments take time at an unknown place. */
  part(window: Interval, held: readonly HeldTime[], { resources, hidden }: VisiblePart): Field {
    const span = this.#spanAround(window);
    const order = this.#order.filter(({ candidate }) => resources.has(candidate.id));
    const heldBy = grouped(held, (each) => [each.resourceId, each]);
    const laidOut: (Gaps | undefined)[] = [];
    const gapsOf = (resource: IndexedResource): Gaps => {
      const own = heldBy.get(resource.candidate.id) ?? [];
      return own.length === 0 && !resource.takesAny(hidden)
        ? resource.gapsIn(span)
        : resource.layOut(span, own, hidden);
    };
    return {
      roster: new Roster(order.map(({ candidate }) => candidate)),
      gapsOf(rank) {
        laidOut[rank] ??= gapsOf(order[rank] as IndexedResource);
        return laidOut[rank];
      },
    };
  }

  /** The free time of those of whom something is held, by rank. They are few. */
  #withoutHeld(span: Span, held: readonly HeldTime[]): ReadonlyMap<number, Gaps> {
    const without = new Map<number, Gaps>();
    const whose = new Set(held.map(({ resourceId }) => resourceId));
    if (whose.size > 0)
      for (const [rank, resource] of this.#order.entries()) {
        const { id } = resource.candidate;
        const own = whose.has(id) ? held.filter(({ resourceId }) => resourceId === id) : [];
        if (own.length > 0) without.set(rank, resource.layOut(span, own));
      }
    return without;
  }

  /** Grows with what is asked, so that gaps need not be laid out again for every question. */
  #spanAround({ start, end }: Interval): Span {
    const known = this.#span;
    if (known?.covers({ start, end })) return known;
    const asked = new Span(start - DAY_MS, end + DAY_MS);
    const both = known && new Span(Math.min(known.start, asked.start), Math.max(known.end, asked.end));
    this.#span = both && both.end - both.start <= LONGEST_SPAN_MS ? both : asked;
    this.#laidOut = [];
    return this.#span;
  }

  /** After resources came, changed or went. */
  #arrange(): void {
    this.#order = [...this.#resources.values()].sort((a, b) => (a.candidate.no < b.candidate.no ? -1 : 1));
    this.#byNo = new Map(this.#order.map(({ candidate: { no, id } }) => [foldKey([no]), id]));
    this.#groups = undefined;
    this.#roster = undefined;
    this.#laidOut = [];
  }
}

const SEPARATOR = foldKey(['', '']);
