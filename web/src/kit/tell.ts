import { notifications } from '@mantine/notifications';
import { ApiError } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';

/** Says in a corner of the page how an action went. */
export function useTell() {
  const texts = useTexts();
  const why = (error: unknown): string => (error instanceof ApiError ? error.message : texts.offline);
  const closeButtonProps = { 'aria-label': texts.close };
  const failed = (title: string, message: string): void =>
    void notifications.show({ title, message, color: 'red', autoClose: 12_000, closeButtonProps });
  return {
    why,
    done: (message: string): void =>
      void notifications.show({ message, autoClose: 2500, color: 'dark', closeButtonProps }),
    failed,
    refused: (error: unknown): void => failed(texts.failed, why(error)),
  };
}
