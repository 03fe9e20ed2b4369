import { check } from './check.ts';
import { explain } from './explain.ts';
import { type Insertion, insertions } from './insert.ts';
import type { Problem, ResourceDay, Task } from './model.ts';
import { onDate } from './one-day.ts';
import { withPossibleBreaks } from './possible-breaks.ts';
import { presentPlan } from './present-plan.ts';
import { type Reasons, reasonTexts } from './reason-texts.ts';

export interface InsertionPoints {
  readonly places: readonly Insertion[];
  /** Why there is none. */
  readonly reasons: Reasons[string];
}

/** The best places for one task in the plan as it stands. */
export function insertInto(given: Problem, task: string, limit: number): InsertionPoints {
  const wanted = given.tasks.find(({ id }) => id === task);
  if (!wanted) return { places: [], reasons: [] };
  const asked = withLinkedFixed(given, wanted);
  const dates = new Set(asked.resources.flatMap(({ days }) => days.map(({ date }) => date)));
  const found = [...dates].flatMap((date) =>
    insertions(withPossibleBreaks(withBrokenFixed(onDate(asked, date, wanted), task)), task, limit),
  );
  const places = found
    .sort((a, b) => a.cost - b.cost || (a.visits[0]?.start ?? 0) - (b.visits[0]?.start ?? 0))
    .slice(0, limit);
  if (places.length > 0) return { places, reasons: [] };
  const present = presentPlan(asked);
  const plan = {
    visits: present.visits.filter((visit) => visit.task !== task),
    unassigned: [...present.unassigned.filter((id) => id !== task), task],
  };
  return { places, reasons: reasonTexts(explain(asked, plan))[task] ?? [] };
}

/** One task is asked for: those that it is linked with stay where they are planned. */
const withLinkedFixed = (problem: Problem, { id, link }: Task): Problem =>
  link === undefined
    ? problem
    : {
        ...problem,
        tasks: problem.tasks.map((each) =>
          each.link?.id === link.id && each.id !== id && each.planned ? { ...each, locked: true } : each,
        ),
      };

/**
 * What breaks a rule where it stands could not be kept by the engine, and its time would look free. It stands there all the same: so it is taken
 * time, that nothing is put into and that nobody moves.
 */
function withBrokenFixed(problem: Problem, task: string): Problem {
  const present = presentPlan(problem);
  const breaches = check(problem, present);
  const days = new Set(breaches.map(({ resource, date }) => `${resource} ${date}`));
  // On a day that is not in order it is undefined which of two conflicts with the other.
  const broken = new Set([
    ...breaches.flatMap((breach) => breach.task ?? []),
    ...present.visits.filter(({ resource, date }) => days.has(`${resource} ${date}`)).map((visit) => visit.task),
  ]);
  // Distances count from the first task of a link: it stays whole.
  const links = new Set(problem.tasks.flatMap(({ id, link }) => (link && broken.has(id) ? link.id : [])));
  const asked = problem.tasks.find(({ id }) => id === task)?.link?.id;
  for (const { id, link } of problem.tasks) if (link && links.has(link.id) && link.id !== asked) broken.add(id);
  for (const { id, link } of problem.tasks) if (link && link.id === asked) broken.delete(id);
  broken.delete(task);
  if (broken.size === 0) return problem;
  const fixed = problem.tasks.filter(({ id, planned }) => broken.has(id) && planned);
  return {
    ...problem,
    tasks: problem.tasks
      .filter((each) => !fixed.includes(each))
      .map((each) =>
        each.after
          ? { ...each, after: each.after.filter(({ task: id }) => !fixed.some((own) => own.id === id)) }
          : each,
      ),
    resources: problem.resources.map((resource) => ({
      ...resource,
      days: resource.days.map((day) => withoutLoads(day, resource.id, fixed)),
      appointments: [
        ...(resource.appointments ?? []),
        ...fixed.flatMap(({ planned, duration, place, loads }) => {
          if (!planned?.resources.includes(resource.id)) return [];
          const span = { start: planned.start, end: planned.start + duration };
          const day = resource.days.find((each) => isOn(each, planned.start));
          return [{ ...span, place, ...(day?.refill && loads ? { loads } : {}) }];
        }),
      ].sort((a, b) => a.start - b.start),
    })),
  };
}

const isOn = ({ span }: ResourceDay, moment: number): boolean => moment >= span.start && moment < span.end;

/** A day whose capacities are less by what becomes taken time on it. With refills the appointments carry their loads themselves. */
function withoutLoads(day: ResourceDay, resource: string, fixed: readonly Task[]): ResourceDay {
  const own = fixed.filter(({ planned }) => planned?.resources.includes(resource) && isOn(day, planned.start));
  if (own.length === 0) return day;
  const left = (capacity: number, loadOf: (task: Task) => number | undefined): number =>
    own.reduce((rest, task) => Math.max(0, rest - (loadOf(task) ?? 0)), capacity);
  const { capacity, capacities } = day;
  return {
    ...day,
    ...(capacity === undefined ? {} : { capacity: left(capacity, ({ load }) => load) }),
    ...(capacities && !day.refill
      ? {
          capacities: Object.fromEntries(
            Object.entries(capacities).map(([name, most]) => [name, left(most, ({ loads }) => loads?.[name])]),
          ),
        }
      : {}),
  };
}
