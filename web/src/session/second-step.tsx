import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useErrorMessage } from '../messages/error-message.ts';
import { FactorForm, type FactorProof } from './factor-form.tsx';
import type { Session } from './remembered-session.ts';
import { useSecondStepTexts } from './second-step-texts.ts';
import { useSessionActions } from './session.ts';
import { SignInFrame } from './sign-in-frame.tsx';

interface Props {
  readonly asked: NonNullable<Session['secondFactor']>;
  onBack(): void;
}

/** The step after the password of an account with a second factor. */
export function SecondStep({ asked, onBack }: Props) {
  const common = useTexts();
  const messageOf = useErrorMessage();
  const texts = useSecondStepTexts();
  const { finishSignIn } = useSessionActions();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const fail = (thrown: unknown): void => setError(messageOf(thrown));
  const send = async (proof: FactorProof): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await finishSignIn({ ticket: asked.ticket, ...proof });
    } catch (thrown) {
      fail(thrown);
      setBusy(false);
    }
  };
  return (
    <SignInFrame title={texts.title}>
      {error !== undefined && (
        <Alert color="red" variant="light" mb="md" role="alert">
          {error}
        </Alert>
      )}
      <FactorForm
        methods={asked.methods}
        passkeyOptions={async () => asked.passkey ?? {}}
        busy={busy}
        submit={common.signIn}
        onProof={(proof) => void send(proof)}
        onError={fail}
      />
      <Button variant="subtle" fullWidth mt="xs" onClick={onBack}>
        {common.back}
      </Button>
    </SignInFrame>
  );
}
