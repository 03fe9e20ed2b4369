import { Alert, Button, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, api } from '../api/client.ts';
import { LanguageMenu } from '../frame/language-menu.tsx';
import { Mark } from '../frame/mark.tsx';
import { useTexts } from '../i18n/language.ts';
import { useInvitationTexts } from './invitation-texts.ts';
import { useSessionActions } from './session.ts';
import './sign-in.css';

const SHORTEST = 10;

/** Where the link in a mail leads: the person chooses a password and is signed in. */
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
  return (
    <main className="sign-in">
      <Paper className="sign-in-card" withBorder>
        <div className="sign-in-head">
          <Mark size={30} />
          <Title order={1} size="h3">
            {query.data ? texts.title(query.data.tenant) : refused ? texts.notValid : common.failed}
          </Title>
        </div>
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
      </Paper>
      <footer className="sign-in-foot">
        <LanguageMenu />
      </footer>
    </main>
  );
}

interface FormProps {
  readonly token: string;
  readonly email: string;
  readonly tenant: string;
}

function AcceptForm({ token, email, tenant }: FormProps) {
  const texts = useInvitationTexts();
  const common = useTexts();
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
      // Not back to the link, which works once.
      window.location.replace('/app/');
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : common.offline);
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
        {/* Password managers keep the password under this name. */}
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
