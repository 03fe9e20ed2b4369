import { boundedLag, boundedLagDays } from '../../domain/dependency.ts';
import { budgetInSeconds, hasBudget } from '../../domain/task-openness.ts';
import { dependencyBroken } from '../../domain/violations/dependency-broken.ts';
import type { DependencyFacts, Found, LoadFacts, PairFacts, Rule, Span } from '../../domain/violations/facts.ts';
import { appointmentRules } from '../../domain/violations/index.ts';
import { overBudget } from '../../domain/violations/over-budget.ts';
import { overLoaded } from '../../domain/violations/over-loaded.ts';
import { overlap } from '../../domain/violations/overlap.ts';
import { travelTooShort } from '../../domain/violations/travel-too-short.ts';
import { inMetres, inSeconds } from '../routing/travel-table.ts';
import { roadKm, roadMinutes, straightKm } from '../travel/estimate.ts';
import type { AppointmentInPlan } from './appointment-plan.ts';
import { budgetOf, type TaskTotals } from './task-totals.ts';

/** A broken rule, with the records that it concerns. */
export interface PlanViolation {
  readonly key: string;
  readonly scope: 'appointment' | 'pair' | 'task' | 'day';
  readonly rule: string;
  readonly severity: string;
  readonly appointmentId: number | null;
  readonly otherId: number | null;
  readonly taskId: number | null;
  readonly resourceId: number | null;
  readonly start: number;
  readonly end: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Two appointments of one resource at the same time. */
export interface Neighbours extends PairFacts {
  /** Of the older one. */
  readonly taskId: number | null;
}

interface Stop {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly lat: number;
  readonly lon: number;
}

/** Two consecutive appointments of one resource whose locations are known. */
export interface ConsecutiveStops {
  readonly resourceId: number;
  /** Of the later one. */
  readonly taskId: number;
  readonly earlier: Stop;
  readonly later: Stop;
  /** What the road router answered; undefined: the estimate holds. */
  readonly road: { readonly seconds: number; readonly metres: number } | undefined;
}

export interface PlannedDependency {
  readonly part: string;
  readonly type: number;
  readonly lagSeconds: number | null;
  readonly lagDays: number | null;
  readonly maxLagSeconds: number | null;
  readonly sharedResourceId: number | null;
  /** Of the successor. */
  readonly taskId: number | null;
  readonly predecessor: Span;
  readonly successor: Span;
}

export const violationsOfAppointment = ({ appointment: { id, taskId }, facts }: AppointmentInPlan): PlanViolation[] =>
  appointmentRules.flatMap((rule) =>
    violationsOf(rule, 'appointment', { appointmentId: id, taskId }, rule.check(facts)),
  );

export const overlapsOf = ({ taskId, ...pair }: Neighbours): PlanViolation[] =>
  violationsOf(overlap, 'pair', { taskId }, overlap.check(pair));

export function travelTooShortBetween({ taskId, road, ...stops }: ConsecutiveStops): PlanViolation[] {
  const { earlier, later } = stops;
  const straight = road ? 0 : straightKm(earlier.lat, earlier.lon, later.lat, later.lon);
  const found = travelTooShort.check({
    travelInSeconds: road?.seconds ?? inSeconds(roadMinutes(straight)),
    distanceInMetres: road?.metres ?? inMetres(roadKm(straight)),
    source: road ? 'roads' : 'estimate',
    ...stops,
  });
  return violationsOf(travelTooShort, 'pair', { taskId }, found);
}

/** A dependency between two appointments, or between two tasks, in the zone of the tenant. */
export const brokenDependency = (
  scope: 'pair' | 'task',
  dependency: PlannedDependency,
  zone: string,
): PlanViolation[] =>
  violationsOf(
    dependencyBroken,
    scope,
    { taskId: dependency.taskId },
    dependencyBroken.check(dependencyFacts(dependency, zone)),
  );

export function violationsOfTask(totals: TaskTotals): PlanViolation[] {
  const budget = budgetOf(totals);
  const found = overBudget.check({
    budgetInSeconds: budgetInSeconds(budget),
    hasBudget: hasBudget(budget),
    plannedInSeconds: Math.round(totals.plannedMs / 1000),
    span: { start: totals.firstStart, end: totals.lastEnd, firstId: totals.firstId, lastId: totals.lastId },
  });
  return violationsOf(overBudget, 'task', { taskId: totals.taskId }, found);
}

/** A load of a day of a resource that is more than it can carry. */
export const overLoadedOn = ({ taskId, ...facts }: LoadFacts & { readonly taskId: number }): PlanViolation[] =>
  violationsOf(overLoaded, 'day', { taskId }, overLoaded.check(facts));

const dependencyFacts = (dependency: PlannedDependency, zone: string): DependencyFacts => ({
  part: dependency.part,
  type: dependency.type,
  lag:
    dependency.lagDays === null
      ? { seconds: boundedLag(dependency.lagSeconds ?? 0) }
      : { days: boundedLagDays(dependency.lagDays) },
  maxLagSeconds: dependency.maxLagSeconds === null ? null : boundedLag(dependency.maxLagSeconds),
  sharedResourceId: dependency.sharedResourceId,
  predecessor: dependency.predecessor,
  successor: dependency.successor,
  zone,
});

/** A violation of a pair is identified by the two, one of a task by the task, one of a day by its resource, whichever appointments stand for it at the moment. */
function violationsOf<F>(
  rule: Rule<F>,
  scope: PlanViolation['scope'],
  about: { readonly taskId: number | null; readonly appointmentId?: number },
  found: readonly Found[],
): PlanViolation[] {
  return found.map((each) => {
    const appointmentId = about.appointmentId ?? each.appointmentId ?? null;
    const otherId = each.otherId ?? null;
    const whose = scope === 'task' ? [about.taskId] : scope === 'day' ? [] : [appointmentId, otherId];
    return {
      key: [rule.key, scope, ...whose, each.resourceId, each.part].map((part) => part ?? '').join('|'),
      scope,
      rule: rule.key,
      severity: each.severity ?? rule.severity,
      appointmentId,
      otherId,
      taskId: about.taskId,
      resourceId: each.resourceId ?? null,
      start: each.start,
      end: each.end,
      detail: each.detail,
    };
  });
}
