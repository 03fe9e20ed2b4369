import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useNotify } from '../../kit/use-notify.ts';
import { useJobTexts } from './texts.ts';

/** Retries a failed job with its full number of attempts. */
export function useRetry() {
  const texts = useJobTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.post('/jobs/{id}/retry', { path: { id: String(id) } }),
    onSuccess: () => notify.success(texts.retried),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  });
}
