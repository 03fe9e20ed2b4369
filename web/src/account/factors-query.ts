import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';

export type Factors = Paths['/secondFactor']['get']['answer'];
export type Passkey = Factors['passkeys'][number];

export const factorsQuery = queryOptions({
  queryKey: ['secondFactor'],
  queryFn: () => api.get('/secondFactor', {}),
});

export function useReadFactorsAgain(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: factorsQuery.queryKey });
}
