import { Alert, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { Card, Page } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useConfirm } from '../../../kit/use-confirm.tsx';
import { useNotify } from '../../../kit/use-notify.ts';
import { useAdministrationTexts } from '../../texts.ts';
import { DirectoryGroups } from './directory-groups.tsx';
import { type FormValues, type Shown, sentOf } from './form-values.ts';
import { ProviderForm } from './provider-form.tsx';
import { useSingleSignOnTexts } from './texts.ts';

/** The identity provider of the tenant. */
export function Section() {
  const texts = useSingleSignOnTexts();
  const { sections } = useAdministrationTexts();
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const queryKey = ['administration', 'identityProvider'];
  const query = useQuery({ queryKey, queryFn: () => api.get('/identityProvider', {}) });
  const done = async (message: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey });
    notify.success(message);
  };
  const save = useMutation({
    mutationFn: (values: FormValues) => api.put('/identityProvider', { body: sentOf(values) }),
    onError: notify.error,
    onSuccess: () => done(texts.saved),
  });
  const remove = useMutation({
    mutationFn: () => api.delete('/identityProvider', {}),
    onError: notify.error,
    onSuccess: () => done(texts.removed),
  });
  const ask = (): void =>
    confirm.ask({
      title: texts.removeQuestion,
      body: texts.removeHint,
      yes: texts.remove,
      act: () => remove.mutate(),
    });
  return (
    <Page title={sections.singleSignOn} hint={texts.hint}>
      <QueryBoundary query={query}>
        {(shown) => (
          <Stack gap="md">
            {shown.provider === null && shown.installation !== null && (
              <Alert variant="light">{texts.byInstallation(shown.installation)}</Alert>
            )}
            <Addresses shown={shown} />
            <ProviderForm
              key={shown.provider?.updatedAt ?? ''}
              shown={shown}
              isBusy={save.isPending}
              onSave={(values) => save.mutate(values)}
              onRemove={ask}
            />
          </Stack>
        )}
      </QueryBoundary>
      <DirectoryGroups />
      {confirm.dialog}
    </Page>
  );
}

function Addresses({ shown }: { shown: Shown }) {
  const texts = useSingleSignOnTexts();
  const names = ['redirectUri', 'postLogoutRedirectUri', 'backchannelLogoutUri', 'signInPage'] as const;
  return (
    <Card title={texts.register}>
      <Stack gap="xs">
        {names.map((name) => (
          <TextInput
            key={name}
            label={texts[name]}
            value={shown[name]}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
        ))}
      </Stack>
    </Card>
  );
}
