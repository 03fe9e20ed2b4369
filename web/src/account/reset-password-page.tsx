import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';
import { useErrorMessage } from '../messages/error-message.ts';
import { SignInFrame } from '../session/sign-in-frame.tsx';
import { NewPasswordFields, NO_PASSWORD, usePasswordCheck } from './new-password-fields.tsx';
import { usePasswordTexts } from './password-texts.ts';

/** The page of the mailed link: the person chooses a new password, and signs in with it afterwards. */
export function ResetPasswordPage({ token }: { readonly token: string }) {
  const texts = usePasswordTexts();
  const common = useTexts();
  const [done, setDone] = useState(false);
  const query = useQuery({
    queryKey: ['password', 'reset', token],
    queryFn: () => api.get('/password/reset/{token}', { path: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.isPending) return null;
  if (done) return <Message title={texts.resetDone} text={texts.resetDoneHint} />;
  if (query.data)
    return (
      <SignInFrame title={texts.resetTitle}>
        <ResetForm token={token} email={query.data.email} done={() => setDone(true)} />
      </SignInFrame>
    );
  return query.error instanceof ApiError ? (
    <Message title={texts.notValid} text={texts.notValidHint} again />
  ) : (
    <Message title={common.failed} text={common.offline} />
  );
}

function Message({ title, text, again = false }: { title: string; text: string; again?: boolean }) {
  const texts = usePasswordTexts();
  return (
    <SignInFrame title={title}>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        {again && (
          <Button component="a" href="/app/password/forgot">
            {texts.askAgain}
          </Button>
        )}
        <Button component="a" href="/app/" variant="default">
          {texts.toSignIn}
        </Button>
      </Stack>
    </SignInFrame>
  );
}

function ResetForm({ token, email, done }: { token: string; email: string; done(): void }) {
  const texts = usePasswordTexts();
  const messageOf = useErrorMessage();
  const check = usePasswordCheck();
  const [chosen, setChosen] = useState(NO_PASSWORD);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.post('/password/reset', { body: { token, password: chosen.password } });
      done();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = check(chosen);
    setProblem(wrong);
    if (wrong === undefined) void send();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{texts.resetHint(email)}</Text>
        {problem !== undefined && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <NewPasswordFields value={chosen} email={email} autoFocus onChange={setChosen} />
        <Button type="submit" loading={busy}>
          {texts.resetNow}
        </Button>
      </Stack>
    </form>
  );
}
