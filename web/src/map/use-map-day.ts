import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type DayWindow, mapDayQuery } from '../kit/map-day.ts';
import { type Change, follow } from '../live/follow.ts';

/** Vehicles report positions every few seconds; the page must not read the map as often. */
const POSITIONS_MS = 10_000;
const OTHERS_MS = 400;
const CONCERNS = new Set(['Appointment', 'Assignment', 'Task', 'TaskBudgetEntry', 'Job', 'Resource', 'Category']);

function pauseAfter(changes: readonly Change[]): number | undefined {
  if (changes.some(({ entity }) => CONCERNS.has(entity))) return OTHERS_MS;
  return changes.some(({ entity }) => entity === 'ResourceGpsTracking') ? POSITIONS_MS : undefined;
}

/** The map of a day, updated with changes by others. */
export function useMapDay(window: DayWindow, tenant: string) {
  const queries = useQueryClient();
  const query = useQuery(mapDayQuery(window));
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
