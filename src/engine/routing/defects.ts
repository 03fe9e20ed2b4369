import { circular } from '../../domain/dependency.ts';
import { linkGroups } from './link-distances.ts';
import type { Problem, ResourceDay, Span, Task } from './model.ts';

/** Something that makes a problem senseless, whatever plan one makes. The solver is not asked before there is none. */
export interface Defect {
  /** Like tasks[3].after[0]. */
  readonly place: string;
  readonly detail: string;
}

export function defects(problem: Problem): readonly Defect[] {
  const found: Defect[] = [];
  const tell = (place: string, detail: string): void => {
    found.push({ place, detail });
  };
  if (problem.resources.length === 0) tell('resources', 'There are no resources.');
  resourceDefects(problem, tell);
  const hasBreaks = problem.resources.some(({ days }) => days.some(({ breaks = [] }) => breaks.length > 0));
  if (hasBreaks && problem.tasks.some(({ team = 1, link }) => team > 1 || link !== undefined))
    tell('resources', 'Breaks that float in a window are not supported together with teams or linked tasks.');
  const hasRefills = problem.resources.some(({ days }) => days.some(({ refill }) => refill));
  if (hasRefills && problem.tasks.some(({ team = 1, link }) => team > 1 || link !== undefined))
    tell('resources', 'Refills are not supported together with teams or linked tasks.');
  taskDefects(problem, tell);
  return found;
}

type Tell = (place: string, detail: string) => void;

function resourceDefects({ resources, travel }: Problem, tell: Tell): void {
  const ids = new Set<string>();
  resources.forEach(({ id, days, appointments }, at) => {
    const place = `resources[${at}]`;
    if (ids.has(id)) tell(place, `Resource ${id} occurs twice.`);
    ids.add(id);
    if (!areInOrder(days.map(({ span }) => span))) tell(`${place}.days`, 'Days overlap, are empty or out of order.');
    days.forEach((day, no) => {
      const where = `${place}.days[${no}]`;
      if (!areInOrder(day.working)) tell(`${where}.working`, 'Working intervals overlap, are empty or out of order.');
      if (day.working.some(({ start, end }) => start < day.span.start || end > day.span.end))
        tell(`${where}.working`, 'Working time lies outside its day.');
      breakDefects(day.breaks ?? [], `${where}.breaks`, tell);
      if (day.refill && !(Number.isInteger(day.refill.duration) && day.refill.duration > 0 && day.refill.times >= 1))
        tell(`${where}.refill`, 'A refill must take at least one second, and be allowed at least once.');
      for (const end of [day.startLocation, day.endLocation, day.refill?.place])
        if (end !== undefined && !isPlace(end, travel.places)) tell(where, `There is no location ${end}.`);
    });
    appointments?.forEach((each, no) => {
      if (each.end <= each.start) tell(`${place}.appointments[${no}]`, 'The appointment ends before it starts.');
      if (each.place !== undefined && !isPlace(each.place, travel.places))
        tell(`${place}.appointments[${no}].place`, `There is no location ${each.place}.`);
    });
  });
}

function breakDefects(breaks: ResourceDay['breaks'] & object, place: string, tell: Tell): void {
  if (!areInOrder(breaks.map(({ window }) => window)))
    tell(place, 'Windows of breaks overlap, are empty or out of order.');
  for (const { duration, window } of breaks)
    if (!Number.isInteger(duration) || duration <= 0 || duration > window.end - window.start)
      tell(place, 'A break must be at least one second, and not longer than its window.');
}

function taskDefects({ tasks, resources, travel, freezeBefore }: Problem, tell: Tell): void {
  const ids = new Set<string>();
  for (const [at, { id }] of tasks.entries()) {
    if (ids.has(id)) tell(`tasks[${at}]`, `Task ${id} occurs twice.`);
    ids.add(id);
  }
  const edges = tasks.flatMap(({ id, after }, at) =>
    (after ?? []).map((each, no) => ({ predecessor: each.task, successor: id, place: `tasks[${at}].after[${no}]` })),
  );
  for (const { predecessor, place } of edges)
    if (!ids.has(predecessor)) tell(place, `There is no task ${predecessor}.`);
  for (const { place, successor } of circular<string, (typeof edges)[number]>([], edges))
    tell(place, `Task ${successor} would depend on itself.`);
  for (const [id, { isPossible }] of linkGroups(tasks))
    if (!isPossible) tell('tasks', `The distances of link ${id} contradict each other.`);
  tasks.forEach((task, at) => {
    const place = `tasks[${at}]`;
    if (!Number.isInteger(task.duration) || task.duration <= 0)
      tell(`${place}.duration`, 'The duration of a task must be at least one second.');
    if (!isPlace(task.place, travel.places)) tell(`${place}.place`, `There is no location ${task.place}.`);
    if (task.windows && !areInOrder(task.windows))
      tell(`${place}.windows`, 'Windows overlap, are empty or out of order.');
    if (task.team !== undefined && !(Number.isInteger(task.team) && task.team >= 1))
      tell(`${place}.team`, 'A team must have at least one resource.');
    if ((task.team ?? 1) > 1 && task.container !== undefined)
      tell(
        `${place}.container`,
        'A task of a team cannot be in a container: the route of the container would be ambiguous.',
      );
    if (task.link) linkDefects(tasks, task, at, tell);
    if (task.locked && task.planned === undefined) tell(`${place}.locked`, 'It is locked, but not planned.');
    const { planned } = task;
    if (planned === undefined || !(task.locked || planned.start < (freezeBefore ?? Number.NEGATIVE_INFINITY))) return;
    for (const id of planned.resources) {
      const days = resources.find((resource) => resource.id === id)?.days ?? [];
      if (!days.some(({ span }) => planned.start >= span.start && planned.start < span.end))
        tell(`${place}.planned`, `It is locked at a time for which ${id} has no day.`);
    }
  });
}

function linkDefects(tasks: readonly Task[], { id, link, container, after }: Task, at: number, tell: Tell): void {
  const place = `tasks[${at}].link`;
  const linked = new Set(tasks.filter((each) => each.link?.id === link?.id).map((each) => each.id));
  for (const { task, min, max } of link?.distances ?? []) {
    const isWhole = [min, max].every((each) => each === undefined || Number.isInteger(each));
    if (!isWhole || (min !== undefined && max !== undefined && max < min))
      tell(place, 'The distance of a linked task must be whole seconds, at most as long as its maximum.');
    if (task === id || !linked.has(task)) tell(place, `${task} is no other task of its link.`);
  }
  if (container !== undefined) tell(place, 'A linked task cannot be in a container.');
  if (after?.some((each) => linked.has(each.task)))
    tell(place, 'A linked task cannot wait for a task of its own link.');
}

const isPlace = (place: number, places: number): boolean => Number.isInteger(place) && place >= 0 && place < places;

function areInOrder(spans: readonly Span[]): boolean {
  return spans.every(({ start, end }, at) => end > start && start >= (spans[at - 1]?.end ?? Number.NEGATIVE_INFINITY));
}
