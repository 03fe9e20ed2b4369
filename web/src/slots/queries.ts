import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, listed } from '../api/client.ts';
import { addDays, midnightOf } from '../dates/zone.ts';
import { areForOneTask, isSameTask, type SlotBody, type TaskKey } from './slot-request.ts';

/** The queries of the page. A request that is not needed any more is cancelled in the service too. */

/** Query keys that a hold or a booking invalidates. */
export const changing: readonly (readonly string[])[] = [['slots'], ['slot-day'], ['tasks']];

const KEPT_MS = 60_000;

/** The pages of a request, one after the other. */
export const slotsQuery = (body: SlotBody | undefined) =>
  infiniteQueryOptions({
    queryKey: ['slots', body],
    queryFn: ({ signal, pageParam }) =>
      api.post('/recommendation', { body: pageBody(body as SlotBody, pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: body !== undefined,
    // Keeps the last result while the next one is pending, so that the page does not flicker.
    placeholderData: (before, query) =>
      areForOneTask(query?.queryKey[1] as SlotBody | undefined, body) ? before : undefined,
    staleTime: KEPT_MS,
  });

const pageBody = (body: SlotBody, cursor: string | null): SlotBody =>
  cursor === null ? body : { ...body, options: { ...body.options, cursor } };

export const scorersQuery = queryOptions({
  queryKey: ['scorers'],
  queryFn: () => api.get('/recommendation/scorers', {}),
  staleTime: Number.POSITIVE_INFINITY,
});

export const filterValuesQuery = queryOptions({
  queryKey: ['filterValues'],
  queryFn: () => api.get('/filterValue', { query: { limit: 2000, sort: 'group,value' } }),
  staleTime: KEPT_MS,
});

const MOST_TASKS = 30;

export const openTasksQuery = (search: string) =>
  queryOptions({
    queryKey: ['tasks', 'find-slot', search],
    queryFn: ({ signal }) =>
      listed('/board/tasks', { query: { limit: MOST_TASKS, ...(search === '' ? {} : { search }) }, signal }),
    placeholderData: (before) => before,
  });

/** The open task with this key; null when nothing is left to plan. The search text is its numbers joined by a space. */
export const taskQuery = (key: TaskKey | undefined) =>
  queryOptions({
    queryKey: ['tasks', 'one', key],
    queryFn: async ({ signal }) => {
      const search = `${key?.jobNo} ${key?.taskNo}`;
      const found = await api.get('/board/tasks', { query: { limit: 1000, search }, signal });
      return found.find((task) => isSameTask(task, key)) ?? null;
    },
    enabled: key !== undefined,
  });

/** Working time and bookings of a resource on a day of the planner's zone. */
export const dayQuery = (zone: string, resourceNo: string, date: string) =>
  queryOptions({
    queryKey: ['slot-day', zone, resourceNo, date],
    queryFn: ({ signal }) =>
      api.get('/resource/{resourceNo}/availability', {
        path: { resourceNo },
        query: {
          start: new Date(midnightOf(zone, date)).toISOString(),
          end: new Date(midnightOf(zone, addDays(date, 1))).toISOString(),
        },
        signal,
      }),
    staleTime: KEPT_MS,
  });
