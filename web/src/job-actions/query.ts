import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';

export type JobAction = Paths['/board/actions']['get']['answer'][number];

/** What actions are started on: an appointment, a task, or a resource at a time. */
export interface ActionsOf {
  readonly appointment?: number;
  readonly task?: number;
  readonly resource?: string;
  readonly start?: string;
  readonly place?: 'map';
}

export const actionsQuery = (of: ActionsOf) =>
  queryOptions({
    queryKey: ['actions', of],
    queryFn: ({ signal }) => api.get('/board/actions', { query: { ...of }, signal }),
    staleTime: 30_000,
    retry: false,
  });
