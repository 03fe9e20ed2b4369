/**
 * What is planned, in the words of a planner. Moments are whole epoch seconds, lengths are seconds, ways are metres. Nothing here knows of
 * the solver: the caller builds a `Problem`, and reads a `Plan`.
 */
export interface Problem {
  readonly resources: readonly Resource[];
  readonly tasks: readonly Task[];
  readonly travel: TravelTable;
  readonly weights: Weights;
  /** Nothing is put before this moment, and what is planned before it stays. */
  readonly freezeBefore?: number;
  /** How many planned tasks may be moved, reassigned or dropped. Without it: as many as it pays for. */
  readonly maxChanges?: number;
}

/** The start belongs to it, the end does not. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Somebody who drives from visit to visit. */
export interface Resource {
  readonly id: string;
  /** One route each, in order of time, none reaching into the next. */
  readonly days: readonly ResourceDay[];
  readonly skills?: readonly string[];
  readonly certificates?: readonly Certificate[];
  /** Work that is in the diary and not up for planning. It stays where it is. */
  readonly appointments?: readonly FixedAppointment[];
}

/** A day of a resource: its route goes from the start place over the visits to the end place. */
export interface ResourceDay {
  readonly date: string;
  /** When the day begins and ends; everything that starts in it belongs to its route. */
  readonly span: Span;
  /** In order. What lies between is a break: one may drive in it, but not work. */
  readonly working: readonly Span[];
  /** Breaks whose time is not fixed, by window, none reaching into the next. Not together with teams and links. */
  readonly breaks?: readonly Break[];
  /** Home, the depot, or the last known position. Without it the day begins at the first visit. */
  readonly startLocation?: number;
  /** Without it the day ends at the last visit. */
  readonly endLocation?: number;
  /** Whether the way to the first visit and from the last one is outside working time. It is driven, and costs, all the same. */
  readonly commutesFreely?: boolean;
  /** How many seconds after the last working interval work may go on, at a cost. */
  readonly overtime?: number;
  readonly maxMetres?: number;
  /** What fits into the van, in the unit of `Task.load`. */
  readonly capacity?: number;
  /** The same by name, in the units of `Task.loads`: weight, volume, parts. What has no name here is not limited. */
  readonly capacities?: Readonly<Record<string, number>>;
  /** Where the van can be filled again on the way, so that `capacities` hold from one refill to the next. Not together with teams and links. */
  readonly refill?: Refill;
}

interface Refill {
  readonly place: number;
  readonly duration: number;
  /** How often at most. */
  readonly times: number;
}

/** Time without work, somewhere inside the window. Travel may be interrupted for it. */
interface Break {
  readonly name?: string;
  readonly duration: number;
  readonly window: Span;
}

interface Certificate {
  readonly no: string;
  readonly from?: number;
  /** The first moment at which it is no longer valid. */
  readonly until?: number;
}

interface FixedAppointment extends Span {
  readonly place?: number;
  readonly loads?: Readonly<Record<string, number>>;
}

export interface Task {
  readonly id: string;
  readonly duration: number;
  readonly place: number;
  /** The visit lies wholly within one of them. Without them: any time. */
  readonly windows?: readonly Span[];
  /** The visit does not start before. */
  readonly earliest?: number;
  /** The visit does not end after. */
  readonly latest?: number;
  /** Every hour that the visit ends after it costs. */
  readonly due?: number;
  /** How much it matters that it is served, against 1 for an ordinary task. */
  readonly priority?: number;
  readonly requirements?: readonly Requirement[];
  readonly certificates?: readonly string[];
  /** Anybody else costs. */
  readonly preferred?: readonly string[];
  /** These never. */
  readonly excluded?: readonly string[];
  /** So many resources at the same time, all or none. */
  readonly team?: number;
  /** It is done together with others, at the same time or at a distance. */
  readonly link?: Link;
  /** It is served only if these are, and starts a while after they have ended, or no sooner than a while before. */
  readonly after?: readonly Dependency[];
  /** Tasks of one container are visited by one resource on one day, one directly after the other in the order of `Problem.tasks`; all or none. */
  readonly container?: string;
  readonly load?: number;
  readonly loads?: Readonly<Record<string, number>>;
  /** It is no task but a refill on one day of a resource; only inside of the solver. */
  readonly refillOf?: { readonly resource: string; readonly date: string };
  /** Where it stands now. It may move, at the cost of disruption. */
  readonly planned?: Planned;
  /** What is planned stays, to the second. It is taken as given: its own rules are not judged. */
  readonly locked?: boolean;
}

/** A skill, or one of several that are as good. */
export interface Requirement {
  readonly text: string;
  readonly anyOf: readonly string[];
}

interface Dependency {
  readonly task: string;
  /** Seconds between the end of the one and the start of the other; negative where it may start before that end. */
  readonly lag?: number;
}

/** Tasks of one link are visited all or none, at a distance from each other, by different resources unless they may share one. */
export interface Link {
  readonly id: string;
  /** Without them: it starts with the first task of the link, in the order of `Problem.tasks`. */
  readonly distances?: readonly Distance[];
  /** Tasks of the link that the resource of this one may visit too. */
  readonly sharesWith?: readonly string[];
}

/** Seconds from the start of another task of the link to the start of this one; negative where it starts before. Without one of them: no limit. */
export interface Distance {
  readonly task: string;
  readonly min?: number;
  readonly max?: number;
}

export interface Planned {
  readonly resources: readonly string[];
  readonly start: number;
}

/** Ways between places, which are numbered from 0. The way there may differ from the way back. */
export interface TravelTable {
  readonly places: number;
  seconds(from: number, to: number): number;
  metres(from: number, to: number): number;
}

/** What things cost. Only the relation of the figures matters. */
export interface Weights {
  /** A task of priority 1 that nobody serves. */
  readonly served: number;
  readonly travelKm: number;
  readonly travelHour: number;
  readonly lateHour: number;
  /** An hour of the largest lateness of all tasks. Without it: 0. */
  readonly largestLateHour?: number;
  readonly overtimeHour: number;
  /**
   * An hour from the first departure of a day to the last return, breaks and waiting included. Without it: 0. Visits then start as late as they can
   * without a later return or lateness. The commute does not count where it is free.
   */
  readonly workingHour?: number;
  /** An hour of work of somebody whose whole time is taken; half of it for somebody who is half busy. */
  readonly balance: number;
  /** A visit by somebody who is not preferred, where others are. */
  readonly preference: number;
  /** A planned task that does not stay as it was. */
  readonly disruption: number;
}

export const DEFAULT_WEIGHTS: Weights = {
  served: 1000,
  travelKm: 1,
  travelHour: 20,
  lateHour: 10,
  overtimeHour: 30,
  workingHour: 0,
  balance: 0,
  preference: 10,
  disruption: 20,
};

/** One resource at one task. A team has a visit for each of its members. */
export interface Visit {
  readonly task: string;
  readonly resource: string;
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

/** A stop at which a resource fills its van again. */
export interface RefillStop {
  readonly resource: string;
  readonly date: string;
  readonly start: number;
}

export interface Plan {
  /** By resource, then by time. */
  readonly visits: readonly Visit[];
  /** Tasks that nobody serves, in the order of the problem. */
  readonly unassigned: readonly string[];
  /** Without them: wherever there is time for those that are needed. */
  readonly refills?: readonly RefillStop[];
}
