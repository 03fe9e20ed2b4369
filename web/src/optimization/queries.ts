import { queryOptions } from '@tanstack/react-query';
import { api, listed } from '../api/client.ts';
import { isActive } from '../proposal/run.ts';

const LIST_MS = 3000;

export const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: ({ signal }) => listed('/optimization', { query: { limit: 50 }, signal }),
  // Polls only while a run is active.
  refetchInterval: ({ state }) => (state.data?.records.some(isActive) ? LIST_MS : false),
});

/** The name of a draft; undefined if it is gone, or not shared any more. */
export const draftNameQuery = (id: number) =>
  queryOptions({
    queryKey: ['drafts', 'name', id],
    queryFn: async ({ signal }) => (await api.get('/drafts', { signal })).find((each) => each.id === id)?.name ?? null,
  });

/** Resources, working time and appointments of a window, and the number of the last change. */
export const boardQuery = (start: string, end: string) =>
  queryOptions({
    queryKey: ['optimization-board', start, end],
    queryFn: ({ signal }) => api.get('/board', { query: { start, end }, signal }),
    staleTime: 60_000,
  });

/** The number of the last change, from an empty window. */
export const lastChangeQuery = queryOptions({
  queryKey: ['last-change'],
  queryFn: async ({ signal }) => {
    const [start, end] = [new Date(0).toISOString(), new Date(1).toISOString()];
    return (await api.get('/board', { query: { start, end, limit: 1 }, signal })).change;
  },
});
