import { Button, Divider, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { api } from '../api/client.ts';
import { type Assertion, isCancelled, passkeyFromField, signWithPasskey, stopPasskeys } from './passkey.ts';
import { useSecondStepTexts } from './second-step-texts.ts';

/** The service forgets its options after five minutes. */
const RENEW_MS = 4 * 60_000;

const options = async () => (await api.post('/session/passkey/options', {})).passkey;

interface Props {
  readonly busy: boolean;
  /** A passkey was used; the service has not checked it yet. */
  onPasskey(passkey: Assertion): void;
  onError(error: unknown): void;
}

/** Signs in with a passkey alone: by a button, and by what browsers offer in the e-mail field. */
export function PasskeySignIn({ busy, onPasskey, onError }: Props) {
  const texts = useSecondStepTexts();
  const handler = useRef(onPasskey);
  handler.current = onPasskey;
  useEffect(() => {
    let current = true;
    // Offering is a convenience: what fails there is left to the button.
    const offer = (): void =>
      void passkeyFromField(options)
        .then((passkey) => passkey && current && handler.current(passkey))
        .catch(() => {});
    offer();
    const timer = setInterval(offer, RENEW_MS);
    return () => {
      current = false;
      clearInterval(timer);
      void stopPasskeys();
    };
  }, []);
  const use = async (): Promise<void> => {
    try {
      onPasskey(await signWithPasskey(await options()));
    } catch (error) {
      if (!isCancelled(error)) onError(error);
    }
  };
  return (
    <Stack gap="md" mt="md">
      <Divider label={texts.or} />
      <Button variant="default" disabled={busy} onClick={() => void use()}>
        {texts.signInWithPasskey}
      </Button>
    </Stack>
  );
}
