import { Alert, Button, Group, JsonInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useNotify } from '../../../kit/use-notify.ts';
import { type FormValues, sentRules } from './form-values.ts';
import { useSingleSignOnTexts } from './texts.ts';

const EXAMPLE = JSON.stringify(
  { sub: '248289761001', email: 'anna@example.com', email_verified: true, groups: ['planners'] },
  null,
  2,
);

const claimsIn = (text: string): Record<string, unknown> | undefined => {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
};

/** What the rules of the form would give to a person, before they are saved. */
export function RulesPreview({ values }: { values: FormValues }) {
  const texts = useSingleSignOnTexts();
  const notify = useNotify();
  const [text, setText] = useState(EXAMPLE);
  const claims = claimsIn(text);
  const preview = useMutation({
    mutationFn: (sent: Record<string, unknown>) =>
      api.post('/identityProvider/preview', {
        body: {
          claims: sent,
          rules: sentRules(values.rules),
          defaultRoles: values.defaultRoles,
          trustedDomains: values.trustedDomains,
        },
      }),
    onError: notify.error,
  });
  const { data } = preview;
  const listed = (each: readonly (string | number)[]): string => (each.length === 0 ? texts.none : each.join(', '));
  return (
    <Stack gap="sm">
      <JsonInput
        label={texts.claims}
        value={text}
        onChange={setText}
        autosize
        minRows={4}
        error={claims === undefined ? texts.notJson : undefined}
      />
      <Group>
        <Button
          variant="default"
          size="xs"
          disabled={claims === undefined}
          loading={preview.isPending}
          onClick={() => claims && preview.mutate(claims)}
        >
          {texts.show}
        </Button>
      </Group>
      {data && (
        <Alert color={data.admitted ? 'teal' : 'red'} variant="light" title={texts.result} role="status">
          {!data.admitted && <Text size="sm">{texts.refused}</Text>}
          <Text size="sm">{`${texts.user}: ${data.email ?? texts.none}`}</Text>
          <Text size="sm">{`${texts.matched}: ${listed(data.matched.map((index) => index + 1))}`}</Text>
          <Text size="sm">{`${texts.rolesOf}: ${listed(data.roles)}`}</Text>
          <Text size="sm">{`${texts.teams}: ${listed(data.teams)}`}</Text>
          <Text size="sm">
            {`${texts.filterValues}: ${listed(data.filterValues.map(({ group, value }) => `${group}=${value}`))}`}
          </Text>
        </Alert>
      )}
    </Stack>
  );
}
