import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Paths } from '../../api/schema.ts';

export type Role = Paths['/role']['get']['answer'][number];

/** The built-in roles, then those of the tenant. */
export const rolesQuery = queryOptions({
  queryKey: ['administration', 'role'],
  queryFn: () => api.get('/role', {}),
});
