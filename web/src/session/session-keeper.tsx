import { notifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useTexts } from '../i18n/language.ts';
import { isSessionEnded, onEndedSession } from './ended-session.ts';
import { takeOtherUser } from './other-user.ts';
import { useRenewalTexts } from './renewal-texts.ts';
import { useSession } from './session.ts';

const RenewalDialog = lazy(() => import('./renewal-dialog.tsx').then((file) => ({ default: file.RenewalDialog })));

/** Shows the dialog that renews the session when it has ended. */
export function SessionKeeper() {
  const { close } = useTexts();
  const texts = useRenewalTexts();
  const session = useSession();
  const isEnded = useSyncExternalStore(onEndedSession, isSessionEnded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the page was loaded
  useEffect(() => {
    const other = takeOtherUser();
    if (other !== undefined)
      notifications.show({
        ...{ message: texts.otherUser(other), color: 'orange', autoClose: 20_000 },
        closeButtonProps: { 'aria-label': close },
      });
  }, []);
  // Registered before those of dialogs on the page, which would close at Escape below this one.
  useEffect(() => {
    const keepOpen = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && isSessionEnded()) event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', keepOpen, true);
    return () => window.removeEventListener('keydown', keepOpen, true);
  }, []);
  return (
    isEnded && (
      <Suspense>
        <RenewalDialog session={session} />
      </Suspense>
    )
  );
}
