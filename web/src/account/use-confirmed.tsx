import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, api } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';
import { useNotify } from '../kit/use-notify.ts';
import { FactorForm, type FactorProof, type Method } from '../session/factor-form.tsx';
import { isCancelled } from '../session/passkey.ts';
import { useFactorTexts } from './factor-texts.ts';
import { factorsQuery, useReadFactorsAgain } from './factors-query.ts';

type Action = () => Promise<void>;

/**
 * Runs actions that the service refuses without a recent confirmation (USR017): then a dialog asks for the second factor, or for the
 * password, and the action runs again.
 */
export function useConfirmed(): { run(action: Action): Promise<void>; dialog: ReactNode } {
  const notify = useNotify();
  const readAgain = useReadFactorsAgain();
  const [waiting, setWaiting] = useState<Action>();
  const run = async (action: Action): Promise<void> => {
    try {
      await action();
      await readAgain();
    } catch (error) {
      if (error instanceof ApiError && error.failure.Code === 'USR017') setWaiting(() => action);
      else if (!isCancelled(error)) notify.error(error);
    }
  };
  const dialog = waiting && (
    <ConfirmDialog
      onClose={() => setWaiting(undefined)}
      onConfirmed={() => {
        setWaiting(undefined);
        void run(waiting);
      }}
    />
  );
  return { run, dialog };
}

function ConfirmDialog({ onClose, onConfirmed }: { onClose(): void; onConfirmed(): void }) {
  const texts = useFactorTexts();
  const common = useTexts();
  const notify = useNotify();
  const { data } = useQuery(factorsQuery);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (body: FactorProof & { readonly password?: string }): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.post('/secondFactor/confirm', { body });
      onConfirmed();
    } catch (error) {
      setProblem(notify.messageOf(error));
      setBusy(false);
    }
  };
  const methods = (data?.confirmBy ?? []).filter((method): method is Method => method !== 'password');
  return (
    <Modal opened onClose={onClose} title={texts.confirmTitle} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack gap="sm">
        <Text size="sm">{texts.confirmHint}</Text>
        {problem !== undefined && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        {data?.confirmBy.includes('password') ? (
          <PasswordForm busy={busy} onPassword={(password) => void send({ password })} />
        ) : (
          <FactorForm
            methods={methods}
            passkeyOptions={async () => (await api.post('/secondFactor/confirm/options', {})).passkey}
            busy={busy}
            submit={texts.confirm}
            onProof={(proof) => void send(proof)}
            onError={(error) => setProblem(notify.messageOf(error))}
          />
        )}
      </Stack>
    </Modal>
  );
}

function PasswordForm({ busy, onPassword }: { busy: boolean; onPassword(password: string): void }) {
  const common = useTexts();
  const texts = useFactorTexts();
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onPassword(password);
      }}
    >
      <Stack gap="sm">
        <PasswordInput
          label={common.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Button type="submit" loading={busy}>
          {texts.confirm}
        </Button>
      </Stack>
    </form>
  );
}
