import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { LanguageMenu } from '../frame/language-menu.tsx';
import { Mark } from '../frame/mark.tsx';
import { useTexts } from '../i18n/language.ts';
import { useSessionActions } from './session.ts';
import './sign-in.css';

/** E-mail and password; an account of several tenants then chooses one. */
export function SignInPage() {
  const texts = useTexts();
  const { signIn } = useSessionActions();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [tenants, setTenants] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const enter = async (tenant?: string): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const session = await signIn({ username, password, ...(tenant === undefined ? {} : { tenant }) });
      if (!session.signedIn) setTenants(session.tenants);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : texts.offline);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void enter();
  };

  return (
    <main className="sign-in">
      <Paper className="sign-in-card" withBorder>
        <div className="sign-in-head">
          <Mark size={30} />
          <Title order={1} size="h3">
            {tenants.length > 0 ? texts.chooseTenant : texts.appName}
          </Title>
        </div>
        {problem !== undefined && (
          <Alert color="red" variant="light" mb="md" role="alert">
            {problem}
          </Alert>
        )}
        {tenants.length > 0 ? (
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {texts.chooseTenantHint}
            </Text>
            {tenants.map((tenant) => (
              <Button key={tenant} variant="default" justify="start" disabled={busy} onClick={() => void enter(tenant)}>
                {tenant}
              </Button>
            ))}
            <Button variant="subtle" onClick={() => setTenants([])}>
              {texts.back}
            </Button>
          </Stack>
        ) : (
          <form onSubmit={submit}>
            <Stack gap="md">
              <TextInput
                label={texts.email}
                autoComplete="username"
                value={username}
                onChange={(event) => setUsername(event.currentTarget.value)}
                required
                withAsterisk={false}
                autoFocus
              />
              <PasswordInput
                label={texts.password}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                required
                withAsterisk={false}
              />
              <Button type="submit" loading={busy}>
                {texts.signIn}
              </Button>
            </Stack>
          </form>
        )}
      </Paper>
      <footer className="sign-in-foot">
        <LanguageMenu />
        <a href="/docs">{texts.apiReference}</a>
      </footer>
    </main>
  );
}
