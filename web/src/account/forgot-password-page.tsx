import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';
import { useErrorMessage } from '../messages/error-message.ts';
import { SignInFrame } from '../session/sign-in-frame.tsx';
import { usePasswordTexts } from './password-texts.ts';

/** Asks for a link to choose a new password. What it shows afterwards does not depend on whether there is an account. */
export function ForgotPasswordPage() {
  const texts = usePasswordTexts();
  const common = useTexts();
  const messageOf = useErrorMessage();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.post('/password/forgot', { body: { email } });
      setSent(true);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void ask();
  };
  const back = (
    <Button component="a" href="/app/" variant="subtle">
      {texts.toSignIn}
    </Button>
  );
  if (sent)
    return (
      <SignInFrame title={texts.sentTitle}>
        <Stack gap="md">
          <Text size="sm" role="status">
            {texts.sent(email)}
          </Text>
          {back}
        </Stack>
      </SignInFrame>
    );
  return (
    <SignInFrame title={texts.forgotTitle}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{texts.forgotHint}</Text>
          {problem !== undefined && (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          )}
          <TextInput
            label={common.email}
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            required
            withAsterisk={false}
            autoFocus
          />
          <Button type="submit" loading={busy}>
            {texts.sendLink}
          </Button>
          {back}
        </Stack>
      </form>
    </SignInFrame>
  );
}
