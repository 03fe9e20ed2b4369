import { refuse } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import { Invalid, isWire, parseBoolean, storable } from '../../domain/values/parse.ts';
import { Position } from '../../platform/contract/kind.ts';
import { dayOrInstant } from '../../platform/contract/times.ts';
import { Body } from '../../platform/http/read-body.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { type Objectives, objectivesOf } from './objectives.ts';
import type { RunKind } from './optimization-store.ts';

export type TaskName = Readonly<Record<(typeof taskKey)[number], string>>;

/** Which open and planned tasks are meant; those of one list need to have one of its values. */
interface TaskFilter {
  readonly category: readonly string[];
  readonly requirement: readonly string[];
  readonly sourceApp: readonly string[];
  readonly jobNo: readonly string[];
  readonly text: string | null;
}

/** What a run is asked to do, checked as far as that goes without the plan. It is stored with the run, so all of it is JSON. */
export interface RunRequest {
  readonly kind: RunKind;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  /** Null: everybody who is shown and in service. */
  readonly resources: readonly string[] | null;
  /** Null: by the filter. */
  readonly tasks: readonly TaskName[] | null;
  readonly filter: TaskFilter | null;
  readonly movePlanned: boolean;
  readonly objective: Objectives;
  readonly maxSeconds: number;
  readonly iterations: number | null;
  readonly maxChanges: number | null;
  readonly freezeBefore: number | null;
  readonly seed: number;
  readonly maxDistanceKm: number | null;
  readonly overtimeMinutes: number;
  /** Whether travel to the first visit and from the last one counts as working time. */
  readonly commuteIsWork: boolean;
  /** Of professional services: how much of a day should be taken at most, and how much of it by one task. */
  readonly utilization: number;
  readonly maxMinutesPerDay: number | null;
}

/** Visits of a month, or the budgets of a quarter. */
const LONGEST_DAYS: Readonly<Record<RunKind, number>> = { fieldService: 31, professionalServices: 92 };
export const MOST_TASKS = 3000;
export const MOST_RESOURCES = 500;

const OF_ALL = ['start', 'end', 'resources', 'tasks', 'filter', 'freezeBefore'];
const OF_VISITS = [
  'movePlanned',
  'objective',
  'maxSeconds',
  'iterations',
  'maxChanges',
  'seed',
  'maxDistanceKm',
  'overtimeMinutes',
  'commuteIsWork',
];
const KNOWN: Readonly<Record<RunKind, readonly string[]>> = {
  fieldService: [...OF_ALL, ...OF_VISITS],
  professionalServices: [...OF_ALL, 'utilization', 'maxMinutesPerDay'],
};
const KNOWN_FILTERS = ['category', 'requirement', 'sourceApp', 'jobNo', 'text'];

export function parseRunRequest(kind: RunKind, sent: unknown, zone: string, now: number): RunRequest {
  const body = new Body(sent);
  onlyKnown(body, KNOWN[kind], '');
  const window = windowOf(body, LONGEST_DAYS[kind], zone, now);
  const tasks = tasksOf(body);
  const filter = filterOf(body);
  if (tasks && filter) throw refuse('REQ014', 'filter: send tasks or a filter, not both.', 'filter');
  return {
    kind,
    ...window,
    resources: resourcesOf(body),
    tasks,
    filter,
    movePlanned: flagOf(body, 'movePlanned', true),
    objective: objectivesOf(body),
    maxSeconds: within(body, 'maxSeconds', 1, 600) ?? 20,
    iterations: whole(body, 'iterations', 0, 1e9),
    maxChanges: whole(body, 'maxChanges', 0, 1e6),
    freezeBefore: momentIn(body, 'freezeBefore', zone, 'start'),
    seed: whole(body, 'seed', 0, 2 ** 32 - 1) ?? 1,
    maxDistanceKm: within(body, 'maxDistanceKm', 0, 100_000),
    overtimeMinutes: whole(body, 'overtimeMinutes', 0, 1440) ?? 0,
    commuteIsWork: flagOf(body, 'commuteIsWork', false),
    utilization: within(body, 'utilization', 0.05, 1) ?? 1,
    maxMinutesPerDay: whole(body, 'maxMinutesPerDay', 1, 1440),
  };
}

/** A misspelled option that is passed over would be a run that nobody asked for. */
export function onlyKnown(body: Body, known: readonly string[], at: string): void {
  const names = new Set(known.map((name) => name.toLowerCase()));
  for (const [name] of body.entries())
    if (!names.has(name)) {
      const path = `${at}${name.slice(0, 60)}`;
      throw refuse('REQ007', `${path}: there is no such option; available are ${known.join(', ')}.`, path);
    }
}

function windowOf(body: Body, longestDays: number, zone: string, now: number): { start: number; end: number } {
  const start = momentIn(body, 'start', zone, 'start') ?? needed('start');
  const end = momentIn(body, 'end', zone, 'end') ?? needed('end');
  if (end <= start) throw refuse('REQ014', 'end: must be after start.', 'end');
  // An hour more for the day that is longer in autumn.
  if (end - start > longestDays * DAY_MS + 3_600_000)
    throw refuse('REQ014', `end: must be at most ${longestDays} days after start.`, 'end');
  if (end <= now) throw refuse('REQ014', 'end: the window is in the past.', 'end');
  return { start, end };
}

const needed = (name: string): never => {
  throw refuse('REQ015', `${name} is required, for example 2026-06-01.`, name);
};

/** A date begins with its first moment and ends with its last one. */
export function momentIn(body: Body, name: string, zone: string, side: 'start' | 'end'): number | null {
  const text = body.text(name);
  if (text === undefined) return null;
  return dayOrInstant(side).read(text, new Position(name, { zone, warnings: [] })) ?? null;
}

function resourcesOf(body: Body): readonly string[] | null {
  const sent = body.field('resources');
  if (sent === undefined) return null;
  const numbers = body.texts('resources');
  if (numbers.length === 0)
    throw refuse('REQ033', 'resources: must have at least one element; leave it out for all resources.', 'resources');
  if (numbers.length > MOST_RESOURCES)
    throw refuse('REQ014', `resources: at most ${MOST_RESOURCES} can be planned in one run.`, 'resources');
  return numbers.map((no) => named(no, 'resources'));
}

function tasksOf(body: Body): readonly TaskName[] | null {
  const sent = body.field('tasks');
  if (sent === undefined) return null;
  if (!Array.isArray(sent)) throw refuse('REQ014', 'tasks: must be a list.', 'tasks');
  if (sent.length === 0)
    throw refuse('REQ033', 'tasks: must have at least one element; leave it out for all tasks.', 'tasks');
  if (sent.length > MOST_TASKS)
    throw refuse('REQ014', `tasks: at most ${MOST_TASKS} can be planned in one run.`, 'tasks');
  return sent.map((each, i) => taskNameOf(new Body(each, `tasks[${i}]`)));
}

export function taskNameOf(body: Body): TaskName {
  const parts = taskKey.map((part) => [part, named(body.needText(part), body.path(part))]);
  return Object.fromEntries(parts) as TaskName;
}

function filterOf(body: Body): TaskFilter | null {
  const filter = body.within('filter');
  if (!filter) return null;
  onlyKnown(filter, KNOWN_FILTERS, 'filter.');
  const list = (name: string): string[] => filter.texts(name).map((each) => named(each, `filter.${name}`));
  const text = filter.text('text');
  return {
    category: list('category'),
    requirement: list('requirement'),
    sourceApp: list('sourceApp'),
    jobNo: list('jobNo'),
    text: text === undefined ? null : named(text, 'filter.text'),
  };
}

function named(text: string, at: string): string {
  if (storable(text)) throw refuse('REQ016', `${at}: contains characters that cannot be stored.`, at);
  return text;
}

function within(body: Body, name: string, least: number, most: number): number | null {
  const value = body.number(name);
  if (value === undefined) return null;
  if (value < least || value > most)
    throw refuse('REQ014', `${body.path(name)}: must be from ${least} to ${most}.`, body.path(name));
  return value;
}

export function whole(body: Body, name: string, least: number, most: number): number | null {
  const value = within(body, name, least, most);
  if (value !== null && !Number.isInteger(value))
    throw refuse('REQ014', `${body.path(name)}: must be a whole number.`, body.path(name));
  return value;
}

function flagOf(body: Body, name: string, usual: boolean): boolean {
  const sent = body.field(name) ?? null;
  const value = isWire(sent) ? parseBoolean(sent) : undefined;
  if (value === undefined || value instanceof Invalid) throw refuse('REQ014', `${name}: must be true or false.`, name);
  return value ?? usual;
}
