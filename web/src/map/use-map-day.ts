import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { type Change, follow } from '../live/follow.ts';

export interface DayWindow {
  readonly start: number;
  readonly end: number;
}

const asked = ({ start, end }: DayWindow) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

const dayQuery = (window: DayWindow) =>
  queryOptions({
    queryKey: ['map', 'day', window.start, window.end],
    queryFn: ({ signal }) => api.get('/map', { query: asked(window), signal }),
    placeholderData: keepPreviousData,
  });

/** How far it is by road, as far as somebody knows. */
export const routeQuery = (resourceNo: string | undefined, window: DayWindow) =>
  queryOptions({
    queryKey: ['map', 'route', resourceNo, window.start, window.end],
    queryFn: ({ signal }) =>
      api.get('/resource/{resourceNo}/route', {
        path: { resourceNo: resourceNo ?? '' },
        query: asked(window),
        signal,
      }),
    enabled: resourceNo !== undefined,
  });

/** Vans that tell every few seconds where they are must not make every page read its map as often. */
const POSITIONS_MS = 10_000;
const OTHERS_MS = 400;
const CONCERNS = new Set(['Appointment', 'Assignment', 'Task', 'TaskBudgetEntry', 'Job', 'Resource', 'Category']);

function pauseAfter(changes: readonly Change[]): number | undefined {
  if (changes.some(({ entity }) => CONCERNS.has(entity))) return OTHERS_MS;
  return changes.some(({ entity }) => entity === 'ResourceGpsTracking') ? POSITIONS_MS : undefined;
}

/** The map of a day, and what others change on it. */
export function useMapDay(window: DayWindow, tenant: string) {
  const queries = useQueryClient();
  const query = useQuery(dayQuery(window));
  const [isLive, setLive] = useState(false);
  const [from, setFrom] = useState<number>();
  const change = query.data?.change;
  if (from === undefined && change !== undefined) setFrom(change);

  useEffect(() => {
    if (from === undefined) return;
    const ended = new AbortController();
    let due = Number.POSITIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reloadIn = (pause: number): void => {
      if (Date.now() + pause >= due) return;
      due = Date.now() + pause;
      clearTimeout(timer);
      timer = setTimeout(() => {
        due = Number.POSITIVE_INFINITY;
        void queries.invalidateQueries({ queryKey: ['map'] });
      }, pause);
    };
    follow({
      after: from,
      tenant,
      signal: ended.signal,
      state: setLive,
      reset: () => reloadIn(OTHERS_MS),
      changes: (changes) => {
        const pause = pauseAfter(changes);
        if (pause !== undefined) reloadIn(pause);
      },
    });
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [from, tenant, queries]);

  return { query, isLive };
}
