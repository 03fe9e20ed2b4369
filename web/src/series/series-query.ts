import { queryOptions } from '@tanstack/react-query';
import { listed } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';

export type Series = Paths['/appointmentRecurring']['get']['answer'][number];

export const seriesQuery = queryOptions({
  queryKey: ['series'],
  queryFn: ({ signal }) => listed('/appointmentRecurring', { query: { limit: 200 }, signal }),
});
