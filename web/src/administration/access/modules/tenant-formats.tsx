import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { StoredFormats } from '../../../dates/preferences.ts';
import { FormatFields } from '../../../kit/format-fields.tsx';
import { useFormatTexts } from '../../../kit/format-texts.ts';
import { Card } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useNotify } from '../../../kit/use-notify.ts';
import { sessionQuery } from '../../../session/session.ts';

const KEY = ['administration', 'displayFormat'];

/** How users who chose nothing read dates and times. */
export function TenantFormats() {
  const texts = useFormatTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => api.get('/displayFormat', {}) });
  const change = useMutation({
    mutationFn: (formats: Partial<StoredFormats>) => api.put('/displayFormat', { body: formats }),
    onError: notify.error,
    onSuccess: async (formats) => {
      queries.setQueryData(KEY, formats);
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <Card title={texts.title}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.tenantHint}
      </Text>
      <QueryBoundary query={query}>
        {(formats) => (
          <FormatFields
            value={formats}
            disabled={change.isPending}
            onChange={(formatsChanged) => change.mutate(formatsChanged)}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}
