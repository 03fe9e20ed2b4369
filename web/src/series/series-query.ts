import { queryOptions } from '@tanstack/react-query';
import { listed } from '../api/client.ts';

export const seriesQuery = queryOptions({
  queryKey: ['series'],
  queryFn: ({ signal }) => listed('/appointmentRecurring', { query: { limit: 200 }, signal }),
});
