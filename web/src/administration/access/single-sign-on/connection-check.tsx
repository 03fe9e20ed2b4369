import { Badge, Button, Group, List } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useNotify } from '../../../kit/use-notify.ts';
import { useSingleSignOnTexts } from './texts.ts';

/** Reads the discovery document of the issuer in the form, and shows what was found. */
export function ConnectionCheck({ issuer }: { issuer: string }) {
  const texts = useSingleSignOnTexts();
  const notify = useNotify();
  const check = useMutation({
    mutationFn: () => api.post('/identityProvider/check', { body: { issuer } }),
    onError: notify.error,
  });
  return (
    <>
      <Group>
        <Button
          variant="default"
          size="xs"
          disabled={issuer.trim() === ''}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {texts.check}
        </Button>
      </Group>
      {check.data && (
        <List size="sm" listStyleType="none" role="status">
          {check.data.findings.map(({ code, ok, message }) => (
            <List.Item key={code}>
              <Badge color={ok ? 'teal' : 'red'} variant="light" mr="xs">
                {ok ? texts.ok : texts.notOk}
              </Badge>
              {ok ? (texts.checks[code as keyof typeof texts.checks] ?? message) : message}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
