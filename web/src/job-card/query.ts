import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';

export type JobCardAnswer = Paths['/board/jobCard']['get']['answer'];
export type AppointmentField = JobCardAnswer['fields'][number];

/** What a card is about. */
export type CardOf =
  | { readonly appointment: number; readonly task?: never }
  | { readonly task: number; readonly appointment?: never };

/** The same card is not read again for a while: a planner points at a bar more than once. Leaving it aborts the request. */
export const jobCardQuery = (of: CardOf) =>
  queryOptions({
    queryKey: ['jobCard', of.appointment === undefined ? 'task' : 'appointment', of.appointment ?? of.task],
    queryFn: ({ signal }) => api.get('/board/jobCard', { query: of, signal }),
    staleTime: 60_000,
    retry: false,
  });
