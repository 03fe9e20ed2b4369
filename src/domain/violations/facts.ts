import type { Interval } from '../time/interval.ts';

type Severity = 'error' | 'warning';

/** What rules know about a resource that is assigned to an appointment. */
export interface ResourceFacts {
  readonly id: number;
  readonly doNotShow: boolean;
  readonly inService: Interval;
  readonly workingIn: (window: Interval) => readonly Interval[];
  /** Filter values, folded as keys are. */
  readonly offers: ReadonlySet<string>;
  /** By folded number, the moment until which the certificate is valid; null is without end. */
  readonly certificates: ReadonlyMap<string, number | null>;
}

/** What a task asks of its appointments. */
export interface TaskDemands {
  readonly ignoreCalendars: boolean;
  readonly earliestAllowed: number | null;
  readonly latestAllowed: number | null;
  readonly deadLine: number | null;
  readonly certificates: readonly string[];
  readonly requirements: readonly { readonly group: string; readonly value: string }[];
  /** Any one of them will do. */
  readonly requiredResources: ReadonlySet<number>;
  readonly excludedResources: ReadonlySet<number>;
}

export interface AppointmentFacts extends Interval {
  readonly isAllDay: boolean;
  readonly task: TaskDemands;
  readonly resources: readonly ResourceFacts[];
  /** The tenant's: in it a limit that was sent as a date is a day. */
  readonly zone: string;
}

interface LocatedAppointment extends Interval {
  readonly id: number;
}

/** Two appointments of one resource. */
export interface PairFacts {
  readonly resourceId: number;
  readonly one: LocatedAppointment;
  readonly other: LocatedAppointment;
}

/** Two consecutive appointments of one resource, and the travel from the first to the second. */
export interface TravelFacts {
  readonly resourceId: number;
  readonly earlier: LocatedAppointment;
  readonly later: LocatedAppointment;
  readonly travelInSeconds: number;
  readonly distanceInMetres: number;
  readonly source: 'roads' | 'estimate';
}

/** From the first start to the last end: of one appointment, or of all those of a task. */
export interface Span extends Interval {
  readonly firstId: number;
  readonly lastId: number;
}

/** One of two that has to wait for the other. */
export interface DependencyFacts {
  /** Distinguishes dependencies between the same two. */
  readonly part: string;
  readonly type: number;
  /** Days are days on the wall clock, seconds are seconds. */
  readonly lag: { readonly seconds: number } | { readonly days: number };
  /** Null without a limit. */
  readonly maxLagSeconds: number | null;
  /** A resource that does both, though different ones have to. */
  readonly sharedResourceId: number | null;
  readonly predecessor: Span;
  readonly successor: Span;
  readonly zone: string;
}

export interface BudgetFacts {
  readonly budgetInSeconds: number;
  readonly hasBudget: boolean;
  readonly plannedInSeconds: number;
  readonly span: Span;
}

/** What is asked of a resource of one load on one day, and what it can carry of it. */
export interface LoadFacts {
  readonly resourceId: number;
  /** The appointment that is too much. */
  readonly appointmentId: number;
  readonly day: Interval;
  /** As the resource spells it. */
  readonly load: string;
  /** The same, folded as keys are. */
  readonly name: string;
  readonly asked: number;
  readonly capacity: number;
}

type Detail = Readonly<Record<string, string | number | null>>;

/** A broken rule. What it is about (which appointment, which task) is known to who asked. */
export interface Found extends Interval {
  /** Where it is not the rule's own. */
  readonly severity?: Severity;
  readonly resourceId?: number;
  readonly appointmentId?: number;
  readonly otherId?: number;
  /** Distinguishes several violations of one rule. */
  readonly part?: string;
  readonly detail: Detail;
}

/** How a message names what it speaks of. */
export interface Names {
  readonly resource: string;
  readonly appointment: string;
  readonly other: string;
  readonly task: string;
  readonly moment: (instant: number) => string;
}

export interface Rule<F> {
  readonly key: string;
  readonly severity: Severity;
  /** For the docs: when the rule is broken. */
  readonly about: string;
  check(facts: F): readonly Found[];
  tell(detail: Detail, names: Names): string;
}
