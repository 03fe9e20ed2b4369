import { queryOptions } from '@tanstack/react-query';
import { listed } from '../api/client.ts';

/** True while the tenant has neither resources nor jobs, so that there is nothing to plan. */
export const isEmptyQuery = queryOptions({
  queryKey: ['is-empty'],
  retry: false,
  queryFn: async (): Promise<boolean> => {
    const query = { limit: 1 };
    const [resources, jobs] = await Promise.all([listed('/resource', { query }), listed('/job', { query })]);
    return resources.total + jobs.total === 0;
  },
});
