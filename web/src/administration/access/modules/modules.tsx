import { Stack, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { Card, Page } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useConfirm } from '../../../kit/use-confirm.tsx';
import { useNotify } from '../../../kit/use-notify.ts';
import { useSession } from '../../../session/session.ts';
import { useAdministrationTexts } from '../../texts.ts';
import { LocationPolicy } from './location-policy.tsx';
import { SecondFactorPolicy } from './second-factor-policy.tsx';
import { TenantFormats } from './tenant-formats.tsx';
import { useModuleTexts } from './texts.ts';
import { TimeSettings } from './time-settings.tsx';
import { VisitPolicy } from './visit-policy.tsx';

/** Turns modules on and off. The navigation follows at once: the session is read again. */
export function Section() {
  const texts = useModuleTexts();
  const { sections } = useAdministrationTexts();
  const { tenant } = useSession();
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: ['administration', 'modules'], queryFn: () => api.get('/modules', {}) });
  const nameOf = (name: string): string => texts.names[name as keyof typeof texts.names] ?? name;
  const turn = useMutation({
    mutationFn: ({ name, enabled }: { name: string; enabled: boolean }) =>
      api.put('/modules/{name}', { path: { name }, body: { enabled } }),
    onError: notify.error,
    onSuccess: async (_, { name, enabled }) => {
      await queries.invalidateQueries();
      notify.success((enabled ? texts.turnedOn : texts.turnedOff)(nameOf(name)));
    },
  });
  const change = (name: string, enabled: boolean): void => {
    const act = (): void => turn.mutate({ name, enabled });
    if (enabled) act();
    else
      confirm.ask({
        title: texts.turnOffQuestion(nameOf(name)),
        body: texts.without,
        yes: texts.turnOff(nameOf(name)),
        act,
      });
  };
  return (
    <Page title={sections.modules} hint={texts.hint}>
      <Card>
        <QueryBoundary query={query}>
          {(modules) => (
            <Stack gap="md">
              {modules.map(({ name, enabled, preview }) => (
                <Switch
                  key={name}
                  label={preview ? texts.inPreview(nameOf(name)) : nameOf(name)}
                  description={texts.does[name as keyof typeof texts.does]}
                  checked={enabled}
                  disabled={turn.isPending}
                  onChange={(event) => change(name, event.target.checked)}
                />
              ))}
            </Stack>
          )}
        </QueryBoundary>
      </Card>
      <SecondFactorPolicy />
      <TenantFormats />
      {tenant.modules.includes('basicMap') && <LocationPolicy />}
      {tenant.modules.includes('timeRegistration') && <VisitPolicy />}
      {tenant.modules.includes('timeRegistration') && <TimeSettings />}
      {confirm.dialog}
    </Page>
  );
}
