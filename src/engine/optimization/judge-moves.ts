import type { Breach } from '../routing/check/breach.ts';
import { check } from '../routing/check.ts';
import type { Problem, TravelTable, Visit } from '../routing/model.ts';
import { withPossibleBreaks } from '../routing/possible-breaks.ts';
import { planOf, presentPlan, visitsOf } from '../routing/present-plan.ts';
import type { Move } from './proposal.ts';
import { type MovesLoaded, staleness } from './stale-moves.ts';

export interface Refused {
  readonly move: Move;
  readonly reason: string;
}

export interface Judged {
  readonly accepted: readonly Move[];
  readonly refused: readonly Refused[];
}

/**
 * Which moves can be made now. Those whose records changed fall first; then the plan that the others would give is held against the rules,
 * and a move that breaks one is refused, until it breaks no more rules than the plan that is there. Every round refuses at least one move.
 */
export function judgeMoves(loaded: MovesLoaded, moves: readonly Move[], travel: TravelTable): Judged {
  const refused: Refused[] = [];
  let accepted = moves.filter((move) => {
    const reason = staleness(move, loaded);
    if (reason !== undefined) refused.push({ move, reason });
    return reason === undefined;
  });
  if (!loaded.problem || accepted.length === 0) return { accepted: [], refused };
  const problem: Problem = withPossibleBreaks({ ...loaded.problem.problem, travel });
  const known = new Set(check(problem, presentPlan(problem)).map(nameOf));
  const faults = (made: readonly Move[]): readonly Breach[] => {
    const touched = new Set(made.flatMap((move) => daysOf(move, problem)));
    // A day that a move goes to has to be in order as a whole; what else was broken before is no fault of the moves.
    const isNew = (breach: Breach): boolean =>
      !known.has(nameOf(breach)) || (OF_DAYS.has(breach.rule) && touched.has(dayName(breach.resource, breach.date)));
    return check(problem, planWith(problem, made)).filter(isNew);
  };
  for (;;) {
    const falls = new Map<Move, string>();
    for (const breach of faults(accepted))
      for (const move of culprits(breach, accepted, problem, faults))
        if (!falls.has(move)) falls.set(move, reasonOf(breach));
    if (falls.size === 0) return { accepted, refused: refused.sort((a, b) => a.move.no - b.move.no) };
    for (const [move, reason] of falls) refused.push({ move, reason });
    accepted = accepted.filter((move) => !falls.has(move));
  }
}

const unitOf = ({ appointment, task }: Move): string => (appointment ? `a${appointment.id}` : `t${task.id}`);

/** The plan as it would be: what is moved stands where it is moved to, all else where it is. */
function planWith(problem: Problem, moves: readonly Move[]) {
  const moved = new Map(moves.map((move) => [unitOf(move), move]));
  const visits = problem.tasks.flatMap((task): Visit[] => {
    const move = moved.get(task.id);
    if (!move) return task.planned ? visitsOf(problem, task, task.planned) : [];
    if (!move.to) return [];
    return visitsOf(problem, task, {
      resources: move.to.resources.map(({ id }) => String(id)),
      start: Math.floor(move.to.start / 1000),
    });
  });
  return planOf(problem, visits);
}

const OF_DAYS = new Set(['overlap', 'travel', 'endOfDay', 'break', 'maxDistance', 'capacity', 'refill']);

const dayName = (resource: string | undefined, date: string | undefined): string => `${resource} ${date}`;

/** The days of routes that a move goes to. */
const daysOf = ({ to }: Move, problem: Problem): string[] =>
  to
    ? visitsOf(
        problem,
        { id: '', duration: 0 },
        { resources: to.resources.map(({ id }) => String(id)), start: Math.floor(to.start / 1000) },
      ).map(({ resource, date }) => dayName(resource, date))
    : [];

const nameOf = ({ rule, task, resource, date }: Breach): string => [rule, task, resource, date].join('|');

/**
 * Who is to blame: the move of the task that breaks the rule. Where that is no move, those on the same day that would break a rule if they were
 * made alone; where none would, the last of that day; where there is none on that day, all.
 */
function culprits(
  breach: Breach,
  accepted: readonly Move[],
  problem: Problem,
  faults: (made: readonly Move[]) => readonly Breach[],
): readonly Move[] {
  const { container, link } = problem.tasks.find(({ id }) => id === breach.task) ?? {};
  const together = problem.tasks.filter(
    (task) =>
      (breach.rule === 'container' && container !== undefined && task.container === container) ||
      (breach.rule === 'link' && link !== undefined && task.link?.id === link.id),
  );
  const named = new Set([breach.task, ...together.map(({ id }) => id)]);
  const own = accepted.filter((move) => named.has(unitOf(move)));
  if (own.length > 0) return own;
  const there = accepted.filter((move) => daysOf(move, problem).includes(dayName(breach.resource, breach.date)));
  if (there.length <= 1) return there.length === 1 ? there : accepted;
  const alone = there.filter((move) => faults([move]).length > 0);
  return alone.length > 0 ? alone : there.slice(-1);
}

const REASONS: Readonly<Record<string, string>> = {
  overlap: 'The time has been taken in the meantime.',
  travel: 'The time has been taken in the meantime: the travel time would be too long.',
  endOfDay: 'The day would end too late.',
  break: 'The day would have no time for a break.',
  maxDistance: 'The driving distance of the day would be too long.',
  capacity: 'The capacity of the day is used up.',
  refill: 'The resource would be refilled too often, or outside working time.',
  workingTime: 'The resource no longer works at that time.',
  unknown: 'The resource no longer works on that day.',
  window: 'It is outside the time windows of the task.',
  earliest: 'It would start before its earliest allowed start.',
  latest: 'It would end after its latest allowed end.',
  freeze: 'Its start time has already passed.',
  excluded: 'The resource is now excluded for the task.',
  requirement: 'The resource no longer has what the task requires.',
  certificate: 'The resource has no valid certificate at that time.',
  team: 'Its team is not complete.',
  dependency: 'It would start before a task that it depends on, or that task is not planned.',
  container: 'The tasks of its container must be planned together.',
  link: 'The tasks that depend on each other must be planned together, within their lags and by different resources where they need them.',
  locked: 'It stays where it is: a task that must be planned with it is open.',
  duration: 'The duration of the work has changed.',
};

const reasonOf = ({ rule }: Breach): string => REASONS[rule] ?? `It would break a rule (${rule}).`;
