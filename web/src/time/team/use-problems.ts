import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import type { Days } from '../../offline/merge.ts';
import { needsAction } from '../timesheets/status.ts';

const NONE: ReadonlyMap<string, number> = new Map();

/** How many entries of each resource in a week were rejected, not sent, or are old drafts. Read only where it is asked for. */
export function useProblems({ start, end }: Days, today: string, isAsked: boolean): ReadonlyMap<string, number> {
  const { data } = useQuery({
    queryKey: ['team-week', start, 'problems'],
    queryFn: ({ signal }) =>
      Promise.all(
        ['0', '3', '5'].map((status) => api.get('/timeEntry', { query: { start, end, status }, signal })),
      ).then((lists) => lists.flat()),
    enabled: isAsked,
  });
  return useMemo(() => {
    if (!isAsked || !data) return NONE;
    const counts = new Map<string, number>();
    for (const entry of data)
      if (needsAction(entry, today)) counts.set(entry.resourceNo, (counts.get(entry.resourceNo) ?? 0) + 1);
    return counts;
  }, [data, isAsked, today]);
}
