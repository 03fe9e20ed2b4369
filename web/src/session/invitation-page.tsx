import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';
import { useErrorMessage } from '../messages/error-message.ts';
import { useInvitationTexts } from './invitation-texts.ts';
import { useSessionActions } from './session.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const SHORTEST = 12;

/** The page of an invitation link: the user sets a password and is signed in. */
export function InvitationPage({ token }: { readonly token: string }) {
  const texts = useInvitationTexts();
  const common = useTexts();
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.get('/invitation/{token}', { path: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.isPending) return null;
  const refused = query.error instanceof ApiError;
  const title = query.data ? texts.title(query.data.tenant) : refused ? texts.notValid : common.failed;
  return (
    <SignInFrame title={title}>
      {query.data ? (
        <AcceptForm token={token} email={query.data.email} tenant={query.data.tenant} />
      ) : (
        <Stack gap="md">
          <Text size="sm">{refused ? texts.notValidHint : common.offline}</Text>
          <Button component="a" href="/app/" variant="default">
            {texts.toSignIn}
          </Button>
        </Stack>
      )}
    </SignInFrame>
  );
}

interface FormProps {
  readonly token: string;
  readonly email: string;
  readonly tenant: string;
}

function AcceptForm({ token, email, tenant }: FormProps) {
  const texts = useInvitationTexts();
  const messageOf = useErrorMessage();
  const { signIn } = useSessionActions();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const accept = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.post('/invitation/{token}', { path: { token }, body: { password } });
      await signIn({ username: email, password, tenant });
      // The link works only once.
      window.location.replace('/app/');
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = password.length < SHORTEST ? texts.tooShort : password === repeated ? undefined : texts.differ;
    setProblem(wrong);
    if (wrong === undefined) void accept();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{texts.hint(email)}</Text>
        {problem !== undefined && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        {/* Password managers store the password under this name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={texts.password}
          description={texts.rule}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          withAsterisk={false}
          autoFocus
        />
        <PasswordInput
          label={texts.repeat}
          autoComplete="new-password"
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
        <Text size="xs" c="dimmed">
          {texts.existing}
        </Text>
        <Button type="submit" loading={busy}>
          {texts.accept}
        </Button>
      </Stack>
    </form>
  );
}
