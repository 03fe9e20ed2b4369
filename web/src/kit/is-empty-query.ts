import { queryOptions } from '@tanstack/react-query';
import { listed } from '../api/client.ts';

/** Whether the tenant holds neither people nor orders: then there is nothing to plan, and more to explain. */
export const isEmptyQuery = queryOptions({
  queryKey: ['is-empty'],
  retry: false,
  queryFn: async (): Promise<boolean> => {
    const query = { limit: 1 };
    const [resources, jobs] = await Promise.all([listed('/resource', { query }), listed('/job', { query })]);
    return resources.total + jobs.total === 0;
  },
});
