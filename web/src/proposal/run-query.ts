import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Run } from './run.ts';

/** A run with its proposal. */
export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['runs', id],
    queryFn: ({ signal }): Promise<Run> => api.get('/optimization/{id}', { path: { id }, signal }),
  });
