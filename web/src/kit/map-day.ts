import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export interface DayWindow {
  readonly start: number;
  readonly end: number;
}

const windowQuery = ({ start, end }: DayWindow) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

/** The map data of a day, from midnight to midnight. */
export const mapDayQuery = (window: DayWindow) =>
  queryOptions({
    queryKey: ['map', 'day', window.start, window.end],
    queryFn: ({ signal }) => api.get('/map', { query: windowQuery(window), signal }),
    placeholderData: keepPreviousData,
  });

/** The route of a resource with road distances where they are known. */
export const mapRouteQuery = (resourceNo: string | undefined, window: DayWindow) =>
  queryOptions({
    queryKey: ['map', 'route', resourceNo, window.start, window.end],
    queryFn: ({ signal }) =>
      api.get('/resource/{resourceNo}/route', {
        path: { resourceNo: resourceNo ?? '' },
        query: windowQuery(window),
        signal,
      }),
    enabled: resourceNo !== undefined,
  });
