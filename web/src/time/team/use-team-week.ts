import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import type { Days } from '../../offline/merge.ts';
import { peopleQuery } from '../timesheets/people.ts';
import { teamRows } from './team-rows.ts';

const weekQuery = ({ start, end }: Days) =>
  queryOptions({
    queryKey: ['team-week', start],
    queryFn: async ({ signal }) => {
      const query = { start, end };
      const [missing, summary] = await Promise.all([
        api.get('/timeEntry/missing', { query, signal }),
        api.get('/timeEntry/summary', { query: { ...query, by: 'resource' }, signal }),
      ]);
      const planned = new Map(
        summary.flatMap((row): [string, number][] =>
          'resourceNo' in row ? [[row.resourceNo, row.plannedInSeconds]] : [],
        ),
      );
      return { missing, planned };
    },
    refetchInterval: 120_000,
  });

/** The rows of a week, and the teams to filter by. */
export function useTeamWeek(days: Days, today: string) {
  const week = useQuery(weekQuery(days));
  const { data: people = [] } = useQuery(peopleQuery);
  const all = useMemo(
    () => teamRows({ missing: week.data?.missing ?? [], people, planned: week.data?.planned ?? new Map(), today }),
    [week.data, people, today],
  );
  const teams = new Map(
    people.flatMap(({ teamCode, teamName }) => (teamCode ? [[teamCode, teamName ?? teamCode]] : [])),
  );
  return { week, all, teams };
}
