import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Paths } from '../../api/schema.ts';
import { addDays } from '../../dates/zone.ts';
import { useNotify } from '../../kit/use-notify.ts';
import type { Days } from '../../offline/merge.ts';
import { useDecisionTexts } from './decision-texts.ts';

export type EntryToDecide = Paths['/timeEntry']['get']['answer'][number];

/** The service decides so many with one request. */
const MOST = 500;
/** Entries of the weeks before are still to be decided. */
const BACK_DAYS = 63;
const ACCEPTED = '2';

/** The entries up to a week that wait for a decision, and the decision. */
export function useDecisions(days: Days) {
  const queries = useQueryClient();
  const notify = useNotify();
  const texts = useDecisionTexts();
  const [isDeciding, setDeciding] = useState(false);
  const waiting = useQuery({
    queryKey: ['team-week', days.start, 'decisions'],
    queryFn: ({ signal }) =>
      api.get('/timeEntry', {
        query: { start: addDays(days.start, -BACK_DAYS), end: days.end, status: ACCEPTED },
        signal,
      }),
    refetchInterval: 60_000,
  });
  const decide = async (entries: readonly EntryToDecide[], status: 4 | 5, message?: string): Promise<boolean> => {
    setDeciding(true);
    try {
      const chosen = entries.map(({ timeEntryId, version }) => ({ timeEntryId, version }));
      await api.post('/timeEntry/decide', {
        body: { entries: chosen, status, ...(message === undefined ? {} : { message }) },
      });
      notify.success(status === 4 ? texts.approved(chosen.length) : texts.rejected(chosen.length));
      return true;
    } catch (error) {
      notify.error(error);
      return false;
    } finally {
      setDeciding(false);
      await Promise.all(
        ['team-day', 'team-week', 'timesheet'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      );
    }
  };
  const all = waiting.data ?? [];
  return { waiting, entries: all.slice(0, MOST), more: Math.max(0, all.length - MOST), decide, isDeciding };
}
