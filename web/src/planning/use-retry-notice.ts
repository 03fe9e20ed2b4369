import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { onRetry } from '../api/retry.ts';
import { useTexts } from '../i18n/language.ts';
import { usePlanningFailureTexts } from './failure-texts.ts';
import { whatRuns } from './named-action.ts';

/** Says which action waits for the connection, until it has succeeded or failed. */
export function useRetryNotice(): void {
  const { close, failed } = useTexts();
  const { couldNot, retrying } = usePlanningFailureTexts();
  useEffect(
    () =>
      onRetry(({ actionId, state }) => {
        const id = `retry-${actionId}`;
        if (state === 'ended') {
          notifications.hide(id);
          return;
        }
        const what = whatRuns(actionId);
        const message = retrying(what === undefined ? failed : couldNot[what]);
        notifications.show({
          ...{ id, message, color: 'orange', loading: true, autoClose: false as const },
          closeButtonProps: { 'aria-label': close },
        });
      }),
    [close, failed, couldNot, retrying],
  );
}
