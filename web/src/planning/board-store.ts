import type { Paths } from '../api/schema.ts';
import { safeColor } from '../board/contrast.ts';
import type { Bar, BarJob, BoardData, BoardResource, Dependency, Interval, Warning } from '../board/types.ts';
import { naturalOrder } from '../kit/natural-order.ts';
import { BusyBars } from './busy-bars.ts';
import { sameWarnings, serviceWording, type Violation, type WarningWording, warningsOf } from './conflicts/warnings.ts';
import type { BoardFilter } from './filter.ts';
import { resourceFields } from './resource-fields.ts';

export type BoardAnswer = Paths['/board']['get']['answer'];
export type Appointment = BoardAnswer['appointments'][number];

export type StoreEvent =
  | { readonly type: 'all' }
  | { readonly type: 'some'; readonly before: readonly Bar[]; readonly after: readonly Bar[] };

/** Appointments with a pending action. */
export interface Hold {
  /** The action is done: data that is read from now on may be shown. */
  readonly letGo: () => void;
}

const NO_WARNINGS: readonly Warning[] = [];

/** The data of the board: the responses of the API, and the planner's pending changes on top. */
export class BoardStore {
  #resources: readonly BoardResource[] = [];
  #appointments = new Map<number, Appointment>();
  #bars = new Map<number, Bar>();
  readonly #busy = new BusyBars();
  #dependencies: readonly Dependency[] = [];
  #values: string[] = [];
  /** Names of teams by resource. */
  #teams = new Map<string, string>();
  #filterIndexes = new Map<string, number>();
  #categories = new Map<string, string>();
  #markers = new Map<string, string>();
  #wording: WarningWording = serviceWording;
  #listeners = new Set<(event: StoreEvent) => void>();
  /** Number of pending actions per appointment. */
  readonly #held = new Map<number, number>();
  violations: readonly Violation[] = [];
  /** Data filters hide records from the user, and their changes too. */
  isLimited = false;
  categories: BoardAnswer['categories'] = [];
  timeMarkers: BoardAnswer['timeMarkers'] = [];

  get data(): BoardData {
    return {
      resources: this.#resources,
      bars: this.#bars,
      busy: this.#busy.bars,
      values: this.#values,
      dependencies: this.#dependencies,
    };
  }

  appointment(id: number): Appointment | undefined {
    return this.#appointments.get(id);
  }

  idOf(appointmentNo: string): number | undefined {
    for (const [id, appointment] of this.#appointments) if (appointment.appointmentNo === appointmentNo) return id;
    return undefined;
  }

  bar(id: number): Bar | undefined {
    return this.#bars.get(id);
  }

  listen(listener: (event: StoreEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The whole window. */
  load(answer: BoardAnswer): void {
    const fold = (name: string): string => name.trimEnd().toLowerCase();
    this.#values = [];
    this.#filterIndexes = new Map();
    const indexes = this.#filterIndexesOf(answer);
    this.#categories = new Map(answer.categories.map(({ name, color }) => [fold(name), safeColor(color)]));
    this.#markers = new Map(answer.timeMarkers.map(({ name, color }) => [fold(name), safeColor(color)]));
    this.categories = answer.categories;
    this.timeMarkers = answer.timeMarkers;
    const working = answer.workingTimes.map((times) =>
      times.map(({ start, end }): Interval => ({ start: Date.parse(start), end: Date.parse(end) })),
    );
    this.#teams = new Map(
      answer.resources.flatMap(({ resourceNo, teamName, teamCode }) => {
        const team = teamName ?? teamCode;
        return team ? [[resourceNo, team] as const] : [];
      }),
    );
    const compare = naturalOrder();
    this.#resources = [...answer.resources]
      .sort((a, b) => compare(a.teamName ?? '', b.teamName ?? '') || compare(a.name, b.name))
      .map((resource) => ({
        no: resource.resourceNo,
        name: resource.name,
        note: [resource.teamName ?? resource.department ?? resource.resourceType, ...skillsOf(answer, resource.has)]
          .filter((part) => part)
          .join(' · '),
        fields: resourceFields(answer, resource),
        working: working[resource.working] ?? [],
        has: new Set(resource.has.map((index) => indexes[index] ?? -1)),
      }));
    this.#appointments = new Map(answer.appointments.map((appointment) => [appointment.id, appointment]));
    this.violations = answer.violations;
    this.isLimited = answer.limited;
    this.#dependencies = answer.dependencies;
    this.#busy.replace(answer.busy);
    const jobs = answer.jobs.map(jobOf);
    this.#bars = new Map(
      answer.appointments.map((appointment) => [appointment.id, this.#asSeen(this.#barOf(appointment, indexes, jobs))]),
    );
    this.#warn();
    this.#emit({ type: 'all' });
  }

  /** Updates some appointments. Requested ids that are not in the response have left the window. */
  merge(ids: readonly number[], answer: BoardAnswer): void {
    const indexes = this.#filterIndexesOf(answer);
    const found = new Map(answer.appointments.map((appointment) => [appointment.id, appointment]));
    const jobs = answer.jobs.map(jobOf);
    const before: Bar[] = [];
    const fresher = new Set<number>();
    for (const id of new Set(ids)) {
      const old = this.#bars.get(id);
      const fresh = found.get(id);
      if (old) before.push(old);
      if (fresh) {
        this.#appointments.set(id, fresh);
        this.#bars.set(id, this.#asSeen(this.#barOf(fresh, indexes, jobs)));
        fresher.add(id);
      } else {
        this.#appointments.delete(id);
        this.#bars.delete(id);
      }
    }
    this.violations = answer.violations;
    // A change of one bar can change the warnings of others.
    const others = this.#warn().filter(({ id }) => !fresher.has(id));
    before.push(...others);
    const after = [...fresher, ...others.map(({ id }) => id)].flatMap((id) => this.#bars.get(id) ?? []);
    const busy = this.#busy.replace(answer.busy);
    this.#emit({ type: 'some', before: [...before, ...busy.before], after: [...after, ...busy.after] });
  }

  /** Writes the warnings of all bars in other words. */
  wordWarnings(wording: WarningWording): void {
    this.#wording = wording;
    const before = this.#warn();
    if (before.length > 0)
      this.#emit({ type: 'some', before, after: before.flatMap(({ id }) => this.#bars.get(id) ?? []) });
  }

  /** Gives all bars their warnings, and returns those that had others, as they were. */
  #warn(): Bar[] {
    const resourceNames = new Map(this.#resources.map(({ no, name }) => [no, name]));
    const warnings = warningsOf(this.violations, { bars: this.#bars, resourceNames }, this.#wording);
    const before: Bar[] = [];
    for (const bar of this.#bars.values()) {
      const own = warnings.get(bar.id) ?? NO_WARNINGS;
      if (sameWarnings(own, bar.warnings)) continue;
      before.push(bar);
      this.#bars.set(bar.id, { ...bar, warnings: own });
    }
    return before;
  }

  /**
   * Pending changes win: until an action is done, data that was read meanwhile does not move its bars. Otherwise a planner who types
   * faster than the service answers would move a bar from its old position.
   */
  hold(ids: readonly number[]): Hold {
    count(this.#held, ids, 1);
    return { letGo: () => count(this.#held, ids, -1) };
  }

  #asSeen(fresh: Bar): Bar {
    const seen = this.#held.has(fresh.id) ? this.#bars.get(fresh.id) : undefined;
    if (!seen) return fresh;
    // The version stays that of what is shown.
    const { start, end, resources, locked, version } = seen;
    return { ...fresh, start, end, resources, locked, version };
  }

  /** Shown immediately, before the API responds. */
  patch(changes: readonly ({ readonly id: number } & Partial<Bar>)[]): void {
    const before: Bar[] = [];
    const after: Bar[] = [];
    for (const change of changes) {
      const old = this.#bars.get(change.id);
      if (!old) continue;
      const fresh = { ...old, ...change };
      before.push(old);
      after.push(fresh);
      this.#bars.set(change.id, fresh);
    }
    this.#emit({ type: 'some', before, after });
  }

  drop(ids: readonly number[]): void {
    const before = ids.flatMap((id) => this.#bars.get(id) ?? []);
    for (const id of ids) this.#bars.delete(id);
    this.#emit({ type: 'some', before, after: [] });
  }

  /** The index of a filter value in our own list, for tasks of another response. */
  filterIndexOf({ group, value }: { readonly group: string; readonly value: string }): number {
    const key = `${group}\n${value}`.toLowerCase();
    const index = this.#filterIndexes.get(key) ?? this.#values.push(value) - 1;
    this.#filterIndexes.set(key, index);
    return index;
  }

  /** The resources that match the filter; a category limits the bars. */
  matching({ search, team, category, skill }: BoardFilter): BoardData {
    const wanted = search.trim().toLowerCase();
    const hit = (text: string): boolean => text.toLowerCase().includes(wanted);
    const fold = (name: string | null): string => (name ?? '').trimEnd().toLowerCase();
    const bars =
      category === ''
        ? this.#bars
        : new Map([...this.#bars].filter(([, bar]) => fold(bar.category) === fold(category)));
    const booked =
      wanted === ''
        ? undefined
        : new Set([...bars.values()].filter(({ subject }) => hit(subject)).flatMap(({ resources }) => resources));
    const index = skill === '' ? undefined : this.#values.indexOf(skill);
    const resources = this.#resources.filter(
      ({ no, name, note, has }) =>
        (booked === undefined || booked.has(no) || hit(no) || hit(name) || hit(note)) &&
        (team === '' || this.#teams.get(no) === team) &&
        (index === undefined || has.has(index)),
    );
    return {
      ...{ resources, bars, values: this.#values, dependencies: this.#dependencies },
      busy: category === '' ? this.#busy.bars : [],
    };
  }

  /** The values of the filters. */
  get choices(): { readonly teams: readonly string[]; readonly skills: readonly string[] } {
    const held = new Set(this.#resources.flatMap(({ has }) => [...has]));
    return {
      teams: [...new Set(this.#teams.values())].sort(naturalOrder()),
      skills: [...new Set(this.#values.filter((_, index) => held.has(index)))].sort(naturalOrder()),
    };
  }

  #filterIndexesOf({ filterValues }: BoardAnswer): number[] {
    return filterValues.map((value) => this.filterIndexOf(value));
  }

  #barOf(appointment: Appointment, indexes: readonly number[], jobs: readonly BarJob[]): Bar {
    const fold = (name: string | null): string => (name ?? '').trimEnd().toLowerCase();
    return {
      id: appointment.id,
      version: appointment.version,
      start: Date.parse(appointment.start),
      end: Date.parse(appointment.end),
      subject:
        appointment.subject ?? [appointment.jobNo ?? appointment.appointmentNo, appointment.taskNo].join(' ').trim(),
      job: jobs[appointment.job ?? -1],
      jobNo: appointment.jobNo ?? '',
      taskNo: appointment.taskNo ?? '',
      appointmentNo: appointment.appointmentNo,
      resources: appointment.resources,
      color: this.#categories.get(fold(appointment.category)) ?? safeColor(null),
      category: appointment.category,
      markerColor: appointment.timeMarker === null ? null : (this.#markers.get(fold(appointment.timeMarker)) ?? null),
      isImportant: appointment.importance === 1,
      locked: appointment.locked,
      notification: appointment.notification,
      containers: appointment.containers,
      requires: appointment.requires.map((index) => indexes[index] ?? -1),
      warnings: NO_WARNINGS,
    };
  }

  #emit(event: StoreEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function count(counts: Map<number, number>, ids: readonly number[], more: 1 | -1): void {
  for (const id of ids) {
    const sum = (counts.get(id) ?? 0) + more;
    if (sum > 0) counts.set(id, sum);
    else counts.delete(id);
  }
}

const jobOf = (job: BoardAnswer['jobs'][number]): BarJob => ({
  customer: job.customerName,
  city: job.city,
  contact: job.contactName,
  description: job.description,
  site: job.latitude === null || job.longitude === null ? undefined : { lat: job.latitude, lon: job.longitude },
});

const skillsOf = ({ filterValues }: BoardAnswer, has: readonly number[]): string[] =>
  has.length === 0 ? [] : [has.map((index) => filterValues[index]?.value ?? '').join(', ')];
