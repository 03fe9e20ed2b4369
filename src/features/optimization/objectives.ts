import { refuse } from '../../domain/errors.ts';
import { DEFAULT_WEIGHTS, type Weights } from '../../engine/routing/model.ts';
import type { Body } from '../../platform/http/read-body.ts';

/** What a plan is judged by. Each is a multiple of what it costs ordinarily: 2 makes it twice as important, 0 takes it out. */
export const objectives = {
  served: { usual: 1, about: 'Unassigned tasks, by importance.' },
  travel: { usual: 1, about: 'Distance and travel time.' },
  lateness: { usual: 1, about: 'Hours after the deadline of a task.' },
  overtime: { usual: 1, about: 'Hours after the end of working time.' },
  balance: { usual: 0, about: 'Uneven workload.' },
  preference: { usual: 1, about: 'Work assigned to resources that are not preferred.' },
  disruption: { usual: 1, about: 'Planned work that is moved, reassigned or dropped.' },
} as const;

type Objective = keyof typeof objectives;
export type Objectives = Readonly<Record<Objective, number>>;

const MOST = 1000;
/** An hour moved from somebody who is full to somebody who has nothing to do is worth half an hour on the road. */
const BALANCE = 10;

export function objectivesOf(body: Body): Objectives {
  const factors: Record<string, number> = Object.fromEntries(
    Object.entries(objectives).map(([name, { usual }]) => [name, usual]),
  );
  const known = new Map(Object.keys(objectives).map((name) => [name.toLowerCase(), name]));
  const sent = body.within('objective');
  for (const [name] of sent?.entries() ?? []) {
    const objective = known.get(name);
    if (objective === undefined)
      throw refuse(
        'REQ035',
        `objective.${name.slice(0, 60)}: there is no such objective; available are ${[...known.values()].join(', ')}.`,
        `objective.${name.slice(0, 60)}`,
      );
    const factor = sent?.number(objective);
    if (factor !== undefined && (factor < 0 || factor > MOST))
      throw refuse('REQ014', `objective.${objective}: must be from 0 to ${MOST}.`, `objective.${objective}`);
    factors[objective] = factor ?? factors[objective] ?? 0;
  }
  if (Object.values(factors).every((factor) => factor === 0))
    throw refuse('REQ014', 'objective: at least one must be more than 0.', 'objective');
  return factors as Objectives;
}

/** In the prices of the engine. */
export const weightsOf = (factors: Objectives): Weights => ({
  served: DEFAULT_WEIGHTS.served * factors.served,
  travelKm: DEFAULT_WEIGHTS.travelKm * factors.travel,
  travelHour: DEFAULT_WEIGHTS.travelHour * factors.travel,
  lateHour: DEFAULT_WEIGHTS.lateHour * factors.lateness,
  overtimeHour: DEFAULT_WEIGHTS.overtimeHour * factors.overtime,
  balance: BALANCE * factors.balance,
  preference: DEFAULT_WEIGHTS.preference * factors.preference,
  disruption: DEFAULT_WEIGHTS.disruption * factors.disruption,
});
