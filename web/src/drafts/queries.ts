import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';

export type Draft = Paths['/drafts']['get']['answer'][number];
export type Comparison = Paths['/drafts/{id}/compare']['get']['answer'];
export type DraftChange = Comparison['changes'][number];
export type Figure = keyof Comparison['figures']['draft'];

/** Of everything about drafts. */
export const draftsKey = ['drafts'];

/** Own drafts and shared ones, the oldest first: a tab keeps its position. */
export const draftsQuery = queryOptions({
  queryKey: [...draftsKey, 'list'],
  queryFn: async () => [...(await api.get('/drafts', {}))].sort((a, b) => a.id - b.id),
});

export const comparisonQuery = (id: number) =>
  queryOptions({
    queryKey: [...draftsKey, 'compare', id],
    queryFn: () => api.get('/drafts/{id}/compare', { path: { id } }),
  });
