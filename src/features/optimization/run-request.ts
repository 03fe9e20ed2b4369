import { refuse } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { dateOfInstant, dayOfZone } from '../../domain/time/zone.ts';
import { type RunKind, type RunRequest, usualOptions } from '../../engine/optimization/request.ts';
import { type InsertBody, LONGEST_DAYS, type SpreadBody, type VisitsBody } from './run-bodies.ts';

const INSERT_DAYS = 2;

/** A run that plans visits. */
export const visitsRequest = (body: VisitsBody, now: number): RunRequest => ({
  ...usualOptions,
  ...body,
  ...selected(body),
  ...checkedWindow('fieldService', body, now),
  iterations: body.iterations ?? null,
  maxChanges: body.maxChanges ?? null,
  freezeBefore: body.freezeBefore ?? null,
  maxDistanceKm: body.maxDistanceKm ?? null,
});

/** A run that spreads budgets. */
export const spreadRequest = (body: SpreadBody, now: number): RunRequest => ({
  ...usualOptions,
  ...body,
  ...selected(body),
  ...checkedWindow('professionalServices', body, now),
  freezeBefore: body.freezeBefore ?? null,
  maxMinutesPerDay: body.maxMinutesPerDay ?? null,
});

/** The request of a run that would plan this one task. */
export function insertRequest(body: InsertBody, zone: string, now: number): RunRequest {
  const { sourceApp, sourceType, jobNo, taskNo, start = now, resources = null } = body;
  const lastDay = dateOfInstant(zone, start + INSERT_DAYS * DAY_MS);
  const { end = dayOfZone(zone, lastDay).end } = body;
  return {
    ...usualOptions,
    ...checkedWindow('fieldService', { start, end }, now),
    tasks: [{ sourceApp, sourceType, jobNo, taskNo }],
    resources,
  };
}

function selected({ resources, tasks, filter }: Pick<VisitsBody, 'resources' | 'tasks' | 'filter'>) {
  if (tasks && filter) throw refuse('REQ014', 'filter: send tasks or a filter, not both.', 'filter');
  return {
    resources: resources ?? null,
    tasks: tasks ?? null,
    filter: filter ? { ...filter, text: filter.text ?? null } : null,
  };
}

function checkedWindow(kind: RunKind, { start, end }: Interval, now: number) {
  if (end <= start) throw refuse('REQ014', 'end: must be after start.', 'end');
  const longest = LONGEST_DAYS[kind];
  // An hour more for the day that is longer in autumn.
  if (end - start > longest * DAY_MS + 3_600_000)
    throw refuse('REQ014', `end: must be at most ${longest} days after start.`, 'end');
  if (end <= now) throw refuse('REQ014', 'end: the window is in the past.', 'end');
  return { kind, start, end };
}
