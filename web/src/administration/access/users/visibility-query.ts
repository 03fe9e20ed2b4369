import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** What a user sees, by the data filters that are stored now. */
export const visibilityQuery = (email: string) =>
  queryOptions({
    queryKey: ['administration', 'visibility', email],
    queryFn: () => api.get('/me/visibility', { query: { user: email } }),
  });
