import { Button, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { api } from '../api/client.ts';
import { onSignInElsewhere, publishSignIn, settleEndedSession } from './ended-session.ts';
import { noteOtherUser } from './other-user.ts';
import type { Session } from './remembered-session.ts';
import { type Renewal, RenewalContext } from './renewal.ts';
import { useRenewalTexts } from './renewal-texts.ts';
import { type SignedIn, sessionQuery } from './session.ts';
import { SignInPage } from './sign-in-page.tsx';

/** Asks for the password, or another proof, over the page. The page below stays as it is, with forms that are not saved. */
export function RenewalDialog({ session: { user, tenant } }: { session: SignedIn }) {
  const texts = useRenewalTexts();
  const queries = useQueryClient();
  const onSession = useCallback(
    (next: Session): void => {
      if (!next.signedIn) return;
      publishSignIn();
      if (next.user?.email === user.email && next.tenant?.name === tenant.name) {
        queries.setQueryData(sessionQuery.queryKey, next);
        settleEndedSession(true);
        return;
      }
      noteOtherUser(next.user?.displayName ?? next.user?.email ?? '');
      window.location.reload();
    },
    [queries, user.email, tenant.name],
  );
  const renewal = useMemo<Renewal>(
    () => ({ email: user.email, tenant: tenant.name, onSession }),
    [user.email, tenant.name, onSession],
  );
  // The user may have signed in in another window: by single sign-on, or in another tab.
  useEffect(() => onSignInElsewhere(() => void api.get('/session', {}).then(onSession, () => {})), [onSession]);
  const leave = (): void => {
    settleEndedSession(false);
    queries.setQueryData(sessionQuery.queryKey, { signedIn: false, tenants: [] });
  };
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={texts.title}
      zIndex={500}
    >
      <Text size="sm" mb="md">
        {texts.hint}
      </Text>
      <RenewalContext value={renewal}>
        <SignInPage />
      </RenewalContext>
      <Button variant="subtle" fullWidth mt="xs" onClick={leave}>
        {texts.leave}
      </Button>
    </Modal>
  );
}
