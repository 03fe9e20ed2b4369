import { DEFAULT_WEIGHTS, type Weights } from '../routing/model.ts';

/** What a plan is judged by. Each is a factor of its normal cost: 2 makes it twice as important, 0 removes it. */
export const objectives = {
  served: { usual: 1, about: 'Unassigned tasks, by importance.' },
  travel: { usual: 1, about: 'Distance and travel time.' },
  lateness: { usual: 1, about: 'Hours after the deadline of a task.' },
  overtime: { usual: 1, about: 'Hours after the end of working time.' },
  workingTime: { usual: 0, about: 'Hours from the first departure of a day to the last return, waiting included.' },
  balance: { usual: 0, about: 'Uneven workload.' },
  preference: { usual: 1, about: 'Work assigned to resources that are not preferred.' },
  disruption: { usual: 1, about: 'Planned work that is moved, reassigned or dropped.' },
} as const;

export type Objectives = Readonly<Record<keyof typeof objectives, number>>;

export const usualObjectives = Object.fromEntries(
  Object.entries(objectives).map(([name, { usual }]) => [name, usual]),
) as Objectives;

/** An hour of working time costs as much as an hour of travel. */
const WORKING_HOUR = 20;
/** An hour moved from a resource that is full to one that has nothing to do is worth half an hour of travel. */
const BALANCE = 10;

/** The weights of the routing engine. */
export const weightsOf = (factors: Objectives): Weights => ({
  served: DEFAULT_WEIGHTS.served * factors.served,
  travelKm: DEFAULT_WEIGHTS.travelKm * factors.travel,
  travelHour: DEFAULT_WEIGHTS.travelHour * factors.travel,
  lateHour: DEFAULT_WEIGHTS.lateHour * factors.lateness,
  overtimeHour: DEFAULT_WEIGHTS.overtimeHour * factors.overtime,
  // A run that was stored by an earlier version does not have it.
  workingHour: WORKING_HOUR * (factors.workingTime ?? 0),
  balance: BALANCE * factors.balance,
  preference: DEFAULT_WEIGHTS.preference * factors.preference,
  disruption: DEFAULT_WEIGHTS.disruption * factors.disruption,
});
