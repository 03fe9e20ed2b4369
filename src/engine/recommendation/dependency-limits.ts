import { DAY_MS } from '../../domain/time/day.ts';
import { instantOfLocal, localOfInstant } from '../../domain/time/zone.ts';
import { DEPENDENCY_TYPES } from '../../domain/violations/dependency-broken.ts';

/** A dependency of the task that needs a slot, on a task that is planned. */
export interface PlannedDependency {
  /** The task waits for the other one; otherwise the other one waits for it. */
  readonly waits: boolean;
  /** 0 finish to start, 1 start to start, 2 finish to finish, 3 start to finish. */
  readonly type: number;
  readonly lagSeconds: number;
  readonly lagDays: number;
  /** Null without a limit. */
  readonly maxLagSeconds: number | null;
  readonly differentResources: boolean;
  /** The other task: its name, its appointments from the first start to the last end (epoch ms), and who does them. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly resources: readonly number[];
}

/** What the dependencies of a task leave of the time, and of the resources. */
export interface DependencyLimits {
  /** Epoch ms: no start before, no end after; with the name of the task that says so. */
  readonly earliest: { readonly at: number; readonly task: string } | undefined;
  readonly latest: { readonly at: number; readonly task: string } | undefined;
  /** Ids of resources that do a task which needs a different one, with the name of that task. */
  readonly apart: ReadonlyMap<number, string>;
}

interface Work {
  readonly ms: number;
  /** It has appointments already. */
  readonly isPlanned: boolean;
  readonly now: number;
  /** Lags in days are days on the wall clock of this zone. */
  readonly zone: string;
}

/**
 * The limits by which an optimization run keeps to dependencies on what stays where it is (`bindToFixed`), for one more appointment of a task.
 * The length of the work is known, so each dependency limits its start or its end.
 */
export function dependencyLimits(dependencies: readonly PlannedDependency[], work: Work): DependencyLimits {
  let earliest: DependencyLimits['earliest'];
  let latest: DependencyLimits['latest'];
  const apart = new Map<number, string>();
  for (const dependency of dependencies) {
    // What began before is no reason to leave undone what it should have waited for.
    if (!dependency.waits && dependency.start <= work.now) continue;
    const { name: task } = dependency;
    const { from, till } = dependency.waits ? behind(dependency, work) : ahead(dependency, work);
    if (from > (earliest?.at ?? Number.NEGATIVE_INFINITY)) earliest = { at: from, task };
    if (till < (latest?.at ?? Number.POSITIVE_INFINITY)) latest = { at: till, task };
    if (dependency.differentResources) for (const id of dependency.resources) apart.set(id, task);
  }
  return { earliest, latest, apart };
}

interface Limits {
  readonly from: number;
  readonly till: number;
}

/** For work that waits for the other task. */
function behind(dependency: PlannedDependency, work: Work): Limits {
  const { waits, for: of } = typeOf(dependency);
  const from = shifted(dependency[of], dependency, 1, work.zone) - (waits === 'end' ? work.ms : 0);
  const most = mostLag(dependency, work);
  const till = dependency[of] + most + (waits === 'start' ? work.ms : 0);
  // What can no longer keep to it is better done late than never.
  return { from, till: till - work.ms < work.now ? Number.POSITIVE_INFINITY : till };
}

/** For work that the other task waits for. */
function ahead(dependency: PlannedDependency, work: Work): Limits {
  const { waits, for: of } = typeOf(dependency);
  const till = shifted(dependency[waits], dependency, -1, work.zone) + (of === 'start' ? work.ms : 0);
  const from = dependency[waits] - mostLag(dependency, work) - (of === 'end' ? work.ms : 0);
  return { from, till };
}

/** A maximum is that of one appointment: with several it is not known which one keeps to it. */
const mostLag = ({ maxLagSeconds }: PlannedDependency, { isPlanned }: Work): number =>
  maxLagSeconds === null || isPlanned ? Number.POSITIVE_INFINITY : maxLagSeconds * 1000;

const typeOf = ({ type }: PlannedDependency) => DEPENDENCY_TYPES[type] ?? DEPENDENCY_TYPES[0];

/** Days are days on the wall clock, seconds are seconds. */
function shifted(instant: number, { lagSeconds, lagDays }: PlannedDependency, sign: 1 | -1, zone: string): number {
  const moved = lagDays === 0 ? instant : instantOfLocal(zone, localOfInstant(zone, instant) + sign * lagDays * DAY_MS);
  return moved + sign * lagSeconds * 1000;
}
