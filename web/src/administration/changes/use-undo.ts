import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '../../api/client.ts';
import { useFormat } from '../../kit/use-format.ts';
import { useNotify } from '../../kit/use-notify.ts';
import { useReasonText } from '../../messages/error-message.ts';
import { useChangeTexts } from './texts.ts';

type Undoing = { readonly number: number } | { readonly requestId: string };

/** Undoes a change or a request, and collects the reasons of refusals. */
export function useUndo(done: () => void) {
  const texts = useChangeTexts();
  const format = useFormat();
  const notify = useNotify();
  const reasonOf = useReasonText();
  const queries = useQueryClient();
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const wordsOf = (error: unknown): string[] => {
    const conflicts = error instanceof ApiError ? (error.failure.conflicts ?? []) : [];
    if (conflicts.length === 0) return [notify.messageOf(error)];
    return conflicts.map((conflict) => {
      const { entity, key, by } = conflict;
      const again = by ? ` (${texts.changedAgain(by.actor, format.moment(by.at))})` : '';
      return `${entity} ${key}: ${reasonOf(conflict)}${again}`;
    });
  };
  const undo = useMutation({
    mutationFn: (what: Undoing) =>
      'number' in what
        ? api.post('/changes/{number}/undo', { path: { number: what.number } })
        : api.post('/changes/undo', { body: what }),
    onSuccess: ({ results }) => {
      notify.success(texts.undone(results.length));
      setReasons([]);
      done();
    },
    onError: (error) => setReasons(wordsOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['changes-back'] }),
  });
  return { undo, reasons };
}
