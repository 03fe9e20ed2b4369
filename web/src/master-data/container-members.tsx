import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { DataTable } from '../kit/data-table.tsx';
import { Card } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useMasterDataTexts } from './texts.ts';
import { useLabel } from './use-label.ts';

/** The tasks of a container, in their order. Planners put them there on the board. */
export function ContainerMembers({ name }: { name: string }) {
  const texts = useMasterDataTexts();
  const labelOf = useLabel();
  const query = useQuery({
    queryKey: ['master-data', 'taskContainer', name],
    queryFn: () => api.get('/taskContainer', { query: { name, sort: 'index', limit: 500 } }),
  });
  return (
    <Card title={texts.members}>
      <QueryBoundary query={query}>
        {(rows) => (
          <DataTable
            label={texts.members}
            rows={rows}
            keyOf={({ id }) => id}
            empty={texts.noMembers}
            columns={[
              { name: labelOf('jobNo'), by: ({ jobNo }) => jobNo, show: ({ jobNo }) => jobNo },
              { name: labelOf('taskNo'), by: ({ taskNo }) => taskNo, show: ({ taskNo }) => taskNo },
              { name: labelOf('index'), by: ({ index }) => index, show: ({ index }) => index },
            ]}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}
