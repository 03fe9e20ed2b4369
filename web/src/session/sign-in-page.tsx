import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';
import { useSessionActions } from './session.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** E-mail and password; an account of several tenants then chooses one. */
export function SignInPage() {
  const texts = useTexts();
  const { signIn } = useSessionActions();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [tenants, setTenants] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const enter = async (tenant?: string): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const session = await signIn({ username, password, ...(tenant === undefined ? {} : { tenant }) });
      if (!session.signedIn) setTenants(session.tenants);
    } catch (thrown) {
      setError(thrown instanceof ApiError ? thrown.message : texts.offline);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SignInFrame
      title={tenants.length > 0 ? texts.chooseTenant : texts.appName}
      links={<a href="/docs">{texts.apiReference}</a>}
    >
      {error !== undefined && (
        <Alert color="red" variant="light" mb="md" role="alert">
          {error}
        </Alert>
      )}
      {tenants.length > 0 ? (
        <TenantChoice
          tenants={tenants}
          busy={busy}
          onChoose={(tenant) => void enter(tenant)}
          onBack={() => setTenants([])}
        />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void enter();
          }}
        >
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
    </SignInFrame>
  );
}

interface ChoiceProps {
  readonly tenants: readonly string[];
  readonly busy: boolean;
  onChoose(tenant: string): void;
  onBack(): void;
}

function TenantChoice({ tenants, busy, onChoose, onBack }: ChoiceProps) {
  const texts = useTexts();
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {texts.chooseTenantHint}
      </Text>
      {tenants.map((tenant) => (
        <Button key={tenant} variant="default" justify="start" disabled={busy} onClick={() => onChoose(tenant)}>
          {tenant}
        </Button>
      ))}
      <Button variant="subtle" onClick={onBack}>
        {texts.back}
      </Button>
    </Stack>
  );
}
