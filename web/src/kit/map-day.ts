import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export interface DayWindow {
  readonly start: number;
  readonly end: number;
}

const asked = ({ start, end }: DayWindow) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

/** What the map shows of a day, from its midnight to the next. */
export const mapDayQuery = (window: DayWindow) =>
  queryOptions({
    queryKey: ['map', 'day', window.start, window.end],
    queryFn: ({ signal }) => api.get('/map', { query: asked(window), signal }),
    placeholderData: keepPreviousData,
  });

/** The route of a resource with road distances where they are known. */
export const mapRouteQuery = (resourceNo: string | undefined, window: DayWindow) =>
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
