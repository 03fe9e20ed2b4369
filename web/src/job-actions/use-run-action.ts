import { api } from '../api/client.ts';
import { useNotify } from '../kit/use-notify.ts';
import type { ActionsOf, JobAction } from './query.ts';
import { useActionTexts } from './texts.ts';

/** Runs a POST action on the service, and shows what the other program answered. */
export function useRunAction(of: ActionsOf): (action: JobAction) => Promise<void> {
  const texts = useActionTexts();
  const notify = useNotify();
  return async ({ id, description }) => {
    const title = texts.notSent(description.slice(0, 60));
    try {
      const result = await api.post('/board/actions/{id}/run', { path: { id: String(id) }, body: of });
      const status = [result.status, result.statusText].filter((part) => part !== null).join(' ');
      const message = (result.message ?? '').slice(0, 300);
      if (result.sent) notify.success(texts.sent(status));
      else notify.failure(title, result.status === null ? message : texts.answered(status, message));
    } catch (error) {
      notify.failure(title, notify.messageOf(error));
    }
  };
}
