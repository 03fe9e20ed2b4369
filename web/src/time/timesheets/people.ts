import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export interface Person {
  readonly resourceNo: string;
  readonly name: string;
  readonly teamCode: string | null;
  readonly teamName: string | null;
}

/** Resources with their names and teams, as the board shows them. Of a minute: no appointments are wanted with them. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async ({ signal }): Promise<readonly Person[]> => {
    const now = Date.now();
    const [start, end] = [now, now + 60_000].map((moment) => new Date(moment).toISOString()) as [string, string];
    return (await api.get('/board', { query: { start, end }, signal })).resources;
  },
  staleTime: 300_000,
});
