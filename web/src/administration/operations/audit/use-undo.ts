import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '../../../api/client.ts';
import { useTell } from '../../../kit/tell.ts';
import { useSay } from '../../../kit/use-say.ts';
import { useAuditTexts } from './texts.ts';

type Undoing = { readonly number: number } | { readonly requestId: string };

/** Undoes a change or a request, and keeps every reason against it in words. */
export function useUndo(done: () => void) {
  const texts = useAuditTexts();
  const say = useSay();
  const tell = useTell();
  const queries = useQueryClient();
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const wordsOf = (error: unknown): string[] => {
    const conflicts = error instanceof ApiError ? (error.failure.conflicts ?? []) : [];
    if (conflicts.length === 0) return [tell.why(error)];
    return conflicts.map(({ entity, key, reason, by }) => {
      const again = by ? ` (${texts.changedAgain(by.actor, say.moment(by.at))})` : '';
      return `${entity} ${key}: ${reason}${again}`;
    });
  };
  const undo = useMutation({
    mutationFn: (what: Undoing) =>
      'number' in what
        ? api.post('/changes/{number}/undo', { path: { number: what.number } })
        : api.post('/changes/undo', { body: what }),
    onSuccess: ({ results }) => {
      tell.done(texts.undone(results.length));
      setReasons([]);
      done();
    },
    onError: (error) => setReasons(wordsOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['changes-back'] }),
  });
  return { undo, reasons };
}
