import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useTell } from '../../../kit/tell.ts';
import { useJobTexts } from './texts.ts';

/** Gives a job that failed all its attempts again. */
export function useRetry() {
  const texts = useJobTexts();
  const tell = useTell();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.post('/jobs/{id}/retry', { path: { id: String(id) } }),
    onSuccess: () => tell.done(texts.retried),
    onError: tell.refused,
    onSettled: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  });
}
