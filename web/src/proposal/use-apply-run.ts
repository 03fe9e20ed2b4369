import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { keepActionIn } from '../api/draft.ts';
import { newId } from '../api/new-id.ts';
import { useNotify } from '../kit/use-notify.ts';
import { runQuery } from './run-query.ts';

export interface Applied {
  readonly requestId: string;
  readonly count: number;
  readonly refused: ReadonlyMap<number, string>;
  readonly isUndone: boolean;
}

/** Applies moves, and undoes the last apply. */
export function useApplyRun(id: number) {
  const queries = useQueryClient();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<Applied>();
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      await queries.invalidateQueries({ queryKey: runQuery(id).queryKey });
      // Appointments on every page may have changed.
      await queries.invalidateQueries({ queryKey: ['optimization-board'] });
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    last,
    apply: (moves?: readonly number[]): Promise<void> =>
      act(async () => {
        const requestId = newId();
        const { applied, refused } = await api.post('/optimization/{id}/apply', {
          path: { id },
          body: moves ? { moves } : {},
          actionId: requestId,
        });
        const reasons = new Map(refused.map(({ no, reason }) => [no, reason]));
        setLast({ requestId, count: applied.length, refused: reasons, isUndone: false });
      }),
    /** Carries the moves out in a new draft, and opens it; the run still counts as not applied. */
    openAsDraft: (name: string, open: (draft: number) => void, moves?: readonly number[]): Promise<void> =>
      act(async () => {
        const { id: draft } = await api.post('/drafts', { body: { name } });
        const actionId = newId();
        keepActionIn(draft, actionId);
        const { applied } = await api
          .post('/optimization/{id}/apply', { path: { id }, body: moves ? { moves } : {}, actionId })
          .catch(async (error: unknown) => {
            await api.delete('/drafts/{id}', { path: { id: draft } });
            throw error;
          });
        if (applied.length > 0) open(draft);
        else await api.delete('/drafts/{id}', { path: { id: draft } });
      }),
    undo: (): Promise<void> =>
      act(async () => {
        if (!last) return;
        await api.post('/changes/undo', { body: { requestId: last.requestId }, actionId: newId() });
        setLast({ ...last, isUndone: true });
      }),
  };
}
