import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Paths } from '../../api/schema.ts';

export type Difference = Paths['/changes/difference']['get']['answer'][number];

/** How far back the log of changes goes, and by how many milliseconds the clock of the browser is ahead of that of the service. */
export const keptQuery = queryOptions({
  queryKey: ['kept-log'],
  queryFn: async () => {
    const kept = await api.get('/changes/kept', {});
    return { ...kept, ahead: Date.now() - Date.parse(kept.now) };
  },
  staleTime: 60_000,
});

/** The present by the clock of the service: it refuses moments after it. Late by the time of the response, never early. */
export const presentOf = (kept: { readonly ahead: number } | undefined): number => Date.now() - (kept?.ahead ?? 0);

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
