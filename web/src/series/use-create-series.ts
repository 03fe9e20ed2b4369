import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import { useNotify } from '../kit/use-notify.ts';
import { bodiesOf, type SeriesAnswer, type SeriesForm } from './series-form.ts';
import { seriesQuery } from './series-query.ts';

/** The result for one series of a request. */
interface CreatedSeries {
  readonly resource: string;
  readonly answer: SeriesAnswer | undefined;
  readonly why: string | undefined;
}

export interface Outcome {
  readonly requestId: string;
  readonly created: readonly CreatedSeries[];
  readonly isUndone: boolean;
}

/** Creates one series for each resource, all with one request id, so that they are undone together. */
export function useCreateSeries() {
  const queries = useQueryClient();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const settle = async (): Promise<void> => {
    setBusy(false);
    await queries.invalidateQueries({ queryKey: seriesQuery.queryKey });
    await queries.invalidateQueries({ queryKey: ['series-preview'] });
  };
  return {
    isBusy,
    outcome,
    /** Returns true when all of them were created. */
    async create(form: SeriesForm): Promise<boolean> {
      setBusy(true);
      const requestId = newId();
      const created: CreatedSeries[] = [];
      // One after the other: a series must conflict with the one created before it.
      for (const body of bodiesOf(form)) {
        const { resource } = body;
        try {
          const answer = await api.post('/appointmentRecurring', { body, actionId: requestId });
          created.push({ resource, answer, why: undefined });
        } catch (error) {
          created.push({ resource, answer: undefined, why: notify.messageOf(error) });
        }
      }
      setOutcome({ requestId, created, isUndone: false });
      await settle();
      return created.every(({ answer }) => answer !== undefined);
    },
    async undo(): Promise<void> {
      if (!outcome) return;
      setBusy(true);
      try {
        await api.post('/changes/undo', { body: { requestId: outcome.requestId }, actionId: newId() });
        setOutcome({ ...outcome, isUndone: true });
      } catch (error) {
        notify.error(error);
      }
      await settle();
    },
  };
}
