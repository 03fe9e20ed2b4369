import { Checkbox, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { Card } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useConfirm } from '../../../kit/use-confirm.tsx';
import { useNotify } from '../../../kit/use-notify.ts';
import { usePermissionTexts } from '../permission-texts.ts';
import { useSecondFactorPolicyTexts } from './second-factor-policy-texts.ts';

const KEY = ['administration', 'secondFactorPolicy'];

/** For which roles the tenant requires a second factor. */
export function SecondFactorPolicy() {
  const texts = useSecondFactorPolicyTexts();
  const { roles: builtIn } = usePermissionTexts();
  const labelOf = (role: string): string => builtIn[role]?.[0] ?? role;
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => api.get('/secondFactorPolicy', {}) });
  const change = useMutation({
    mutationFn: (roles: string[]) => api.put('/secondFactorPolicy', { body: { roles } }),
    onError: notify.error,
    onSuccess: async () => {
      // The session too: it may be the own role.
      await queries.invalidateQueries();
      notify.success(texts.saved);
    },
  });
  const choose = (before: readonly string[], roles: string[]): void => {
    const added = roles.find((role) => !before.includes(role));
    if (added === undefined) change.mutate(roles);
    else
      confirm.ask({
        title: texts.question(labelOf(added)),
        body: texts.effect,
        yes: texts.require,
        act: () => change.mutate(roles),
      });
  };
  return (
    <Card title={texts.title}>
      <Text size="sm" mb="sm">
        {texts.hint}
      </Text>
      <QueryBoundary query={query}>
        {({ roles, available, missing }) => (
          <>
            <Checkbox.Group
              label={texts.roles}
              value={[...roles]}
              onChange={(chosen) => choose(roles, chosen)}
              readOnly={change.isPending}
            >
              <Group gap="md" mt={6}>
                {available.map((role) => (
                  <Checkbox key={role} value={role} label={labelOf(role)} />
                ))}
              </Group>
            </Checkbox.Group>
            {missing > 0 && (
              <Text size="sm" mt="sm">
                {texts.missing(missing)}
              </Text>
            )}
          </>
        )}
      </QueryBoundary>
      {confirm.dialog}
    </Card>
  );
}
