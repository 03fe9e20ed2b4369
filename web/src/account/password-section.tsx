import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { Card } from '../kit/page.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useSession } from '../session/session.ts';
import { NewPasswordFields, NO_PASSWORD, usePasswordCheck } from './new-password-fields.tsx';
import { usePasswordTexts } from './password-texts.ts';
import { OWN_SESSIONS } from './sessions-section.tsx';

/** Changes the password of the person. */
export function PasswordSection() {
  const texts = usePasswordTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const check = usePasswordCheck();
  const { user } = useSession();
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState(NO_PASSWORD);
  const [problem, setProblem] = useState<string>();
  const change = useMutation({
    mutationFn: () => api.put('/me/password', { body: { currentPassword: current, newPassword: chosen.password } }),
    onError: (error) => setProblem(notify.messageOf(error)),
    onSuccess: async () => {
      setCurrent('');
      setChosen(NO_PASSWORD);
      notify.success(texts.changed);
      await queries.invalidateQueries({ queryKey: OWN_SESSIONS });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = check(chosen);
    setProblem(wrong);
    if (wrong === undefined) change.mutate();
  };
  return (
    <Card title={texts.change}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm" maw={420} p="sm">
          {problem !== undefined && (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          )}
          <PasswordInput
            label={texts.current}
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            required
            withAsterisk={false}
          />
          <NewPasswordFields value={chosen} email={user.email} onChange={setChosen} />
          <Group>
            <Button type="submit" size="xs" loading={change.isPending} disabled={current === ''}>
              {texts.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
