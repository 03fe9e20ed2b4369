import { notifications } from '@mantine/notifications';
import { useTexts } from '../i18n/language.ts';
import { useErrorMessage } from '../messages/error-message.ts';

/** Shows notifications about the result of an action. */
export function useNotify() {
  const texts = useTexts();
  const messageOf = useErrorMessage();
  const closeButtonProps = { 'aria-label': texts.close };
  const failure = (title: string, message: string): void =>
    void notifications.show({ title, message, color: 'red', autoClose: 12_000, closeButtonProps });
  return {
    messageOf,
    success: (message: string): void =>
      void notifications.show({ message, autoClose: 2500, color: 'dark', closeButtonProps }),
    failure,
    error: (error: unknown): void => failure(texts.failed, messageOf(error)),
  };
}
