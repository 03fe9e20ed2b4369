import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Paths } from '../../api/schema.ts';

export type Difference = Paths['/changes/difference']['get']['answer'][number];

/** How far back the log of changes goes. */
export const keptQuery = queryOptions({
  queryKey: ['kept-log'],
  queryFn: () => api.get('/changes/kept', {}),
  staleTime: 60_000,
});

/** How the appointments of two moments differ. */
export const differenceQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['difference', from, to],
    queryFn: () => api.get('/changes/difference', { query: { from, to, format: 'json' } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The address of the same as a table. */
export const differenceFile = (from: string, to: string): string =>
  `/changes/difference?${new URLSearchParams({ from, to, format: 'csv' })}`;
