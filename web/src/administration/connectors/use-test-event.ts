import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../kit/use-notify.ts';
import type { Receiver } from './receivers.ts';
import { useStateTexts } from './state-texts.ts';
import { useConnectorTexts } from './texts.ts';

/** Sends a test event and reports what the receiver answered. */
export function useTestEvent(receiver: Receiver) {
  const texts = useConnectorTexts();
  const { reasons } = useStateTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: receiver.test,
    onSuccess: ({ delivered, status, durationMs, reason, error, answer }) => {
      if (delivered) notify.success(texts.tested(status, durationMs));
      else {
        const detail = error ?? [`HTTP ${status}`, answer].filter(Boolean).join(': ');
        notify.failure(texts.testFailed, `${reason ? reasons[reason] : ''} (${detail})`);
      }
    },
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: ['receivers'] }),
  });
}
