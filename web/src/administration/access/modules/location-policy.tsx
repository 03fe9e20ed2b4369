import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { Card } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useNotify } from '../../../kit/use-notify.ts';
import { useLocationPolicyTexts } from './location-policy-texts.ts';

const KEY = ['administration', 'locationPolicy'];

/** Whether everybody who reads records sees homes and last positions. */
export function LocationPolicy() {
  const texts = useLocationPolicyTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => api.get('/map/settings', {}) });
  const change = useMutation({
    mutationFn: (locationsForEveryone: boolean) => api.put('/map/settings', { body: { locationsForEveryone } }),
    onError: notify.error,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: KEY });
      await queries.invalidateQueries({ queryKey: ['map'] });
      notify.success(texts.saved);
    },
  });
  return (
    <Card title={texts.title}>
      <QueryBoundary query={query}>
        {({ locationsForEveryone }) => (
          <Switch
            label={texts.forEveryone}
            description={texts.hint}
            checked={locationsForEveryone}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.target.checked)}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}
