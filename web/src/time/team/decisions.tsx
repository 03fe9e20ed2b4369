import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import type { Days } from '../../offline/merge.ts';
import { useMay } from '../../session/may.ts';

const DecisionList = lazy(() => import('./decision-list.tsx').then((part) => ({ default: part.DecisionList })));

/** Entries that wait for a team lead, in tenants whose team leads approve. */
export function Decisions({ days }: { readonly days: Days }) {
  const decide = useMay()('team.decide');
  const { data } = useQuery({
    queryKey: ['time-settings'],
    queryFn: ({ signal }) => api.get('/timeEntry/settings', { signal }),
    enabled: decide !== undefined,
    staleTime: 60_000,
  });
  if (!decide || data?.timeApproval !== 'teamLead') return null;
  return (
    <Suspense>
      <DecisionList days={days} />
    </Suspense>
  );
}
