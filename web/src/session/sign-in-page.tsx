import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { lazy, Suspense, useContext, useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useErrorMessage } from '../messages/error-message.ts';
import { canUsePasskeys } from './passkey.ts';
import type { Session } from './remembered-session.ts';
import { RenewalContext } from './renewal.ts';
import { useSessionActions } from './session.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { SsoFailure, SsoSignIn } from './sso-sign-in.tsx';

const SecondStep = lazy(() => import('./second-step.tsx').then((file) => ({ default: file.SecondStep })));
const PasskeySignIn = lazy(() => import('./passkey-sign-in.tsx').then((file) => ({ default: file.PasskeySignIn })));

/** E-mail and password, or a passkey. An account of several tenants chooses one; an account with a second factor proves it. */
export function SignInPage() {
  const texts = useTexts();
  const messageOf = useErrorMessage();
  const { signIn, signInWithPasskey } = useSessionActions();
  const renewal = useContext(RenewalContext);
  const [account, setAccount] = useState<Account>({ username: renewal?.email ?? '', password: '' });
  const [asked, setAsked] = useState<Session>({ signedIn: false, tenants: [] });
  const { tenants, secondFactor, ticket } = asked;
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const fail = (thrown: unknown): void => setError(messageOf(thrown));
  const attempt = async (send: () => Promise<Session>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const answer = await send();
      // Renewing a session stays in its tenant.
      const same = answer.tenants.find((name) => !answer.signedIn && name === renewal?.tenant);
      setAsked(same !== undefined && answer.ticket !== undefined ? await enterWith(answer.ticket, same) : answer);
    } catch (thrown) {
      fail(thrown);
    } finally {
      setBusy(false);
    }
  };
  const enterWith = (passkeyTicket: string, tenant: string) => signInWithPasskey({ ticket: passkeyTicket, tenant });
  const enter = (chosen?: string): Promise<void> => {
    const tenant = chosen ?? (account.username === renewal?.email ? renewal.tenant : undefined);
    return attempt(() =>
      ticket !== undefined && tenant !== undefined
        ? enterWith(ticket, tenant)
        : signIn({ ...account, ...(tenant === undefined ? {} : { tenant }) }),
    );
  };
  const back = (): void => {
    setError(undefined);
    setAsked({ signedIn: false, tenants: [] });
  };
  if (secondFactor)
    return (
      <Suspense>
        <SecondStep asked={secondFactor} onBack={back} />
      </Suspense>
    );
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
      {error === undefined && <SsoFailure />}
      {tenants.length > 0 ? (
        <TenantChoice tenants={tenants} busy={busy} onChoose={(tenant) => void enter(tenant)} onBack={back} />
      ) : (
        <>
          <SsoSignIn />
          <AccountForm account={account} busy={busy} onChange={setAccount} onSubmit={() => void enter()} />
          {canUsePasskeys() && (
            <Suspense>
              <PasskeySignIn
                busy={busy}
                onPasskey={(passkey) => void attempt(() => signInWithPasskey({ passkey }))}
                onError={fail}
              />
            </Suspense>
          )}
        </>
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
  const isRenewal = useContext(RenewalContext) !== undefined;
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
          autoComplete="username webauthn"
          value={account.username}
          onChange={(event) => onChange({ ...account, username: event.currentTarget.value })}
          required
          withAsterisk={false}
          autoFocus={!isRenewal}
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          data-autofocus={isRenewal || undefined}
          value={account.password}
          onChange={(event) => onChange({ ...account, password: event.currentTarget.value })}
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={busy}>
          {texts.signIn}
        </Button>
        <a href="/app/password/forgot" className="sign-in-forgot" target={isRenewal ? '_blank' : undefined}>
          {texts.forgotPassword}
        </a>
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
