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
  const [account, setAccount] = useState<Account>({ username: '', password: '' });
  const [tenants, setTenants] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const enter = async (tenant?: string): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const session = await signIn({ ...account, ...(tenant === undefined ? {} : { tenant }) });
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
        <AccountForm account={account} busy={busy} onChange={setAccount} onSubmit={() => void enter()} />
      )}
    </SignInFrame>
  );
}

interface Account {
  readonly username: string;
  readonly password: string;
}

interface FormProps {
  readonly account: Account;
  readonly busy: boolean;
  onChange(account: Account): void;
  onSubmit(): void;
}

function AccountForm({ account, busy, onChange, onSubmit }: FormProps) {
  const texts = useTexts();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={texts.email}
          autoComplete="username"
          value={account.username}
          onChange={(event) => onChange({ ...account, username: event.currentTarget.value })}
          required
          withAsterisk={false}
          autoFocus
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          value={account.password}
          onChange={(event) => onChange({ ...account, password: event.currentTarget.value })}
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={busy}>
          {texts.signIn}
        </Button>
      </Stack>
    </form>
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
