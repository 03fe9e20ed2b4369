import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

export const usersQuery = queryOptions({
  queryKey: ['administration', 'user'],
  queryFn: () => api.get('/user', { query: { sort: 'email' } }),
});
