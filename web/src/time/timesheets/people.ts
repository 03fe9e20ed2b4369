import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export interface Person {
  readonly resourceNo: string;
  readonly name: string;
  readonly teamCode: string | null;
  readonly teamName: string | null;
}

/** Resources with names and teams, from the board of one minute, so that no appointments are read. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async ({ signal }): Promise<readonly Person[]> => {
    const now = Date.now();
    const [start, end] = [now, now + 60_000].map((moment) => new Date(moment).toISOString()) as [string, string];
    return (await api.get('/board', { query: { start, end }, signal })).resources;
  },
  staleTime: 300_000,
});
