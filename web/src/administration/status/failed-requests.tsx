import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Card } from '../../kit/page.tsx';
import { useFormat } from '../../kit/use-format.ts';
import type { InstallationStatus } from './status-types.ts';
import { useStatusTexts } from './texts.ts';

type FailedRequest = InstallationStatus['errors'][number];

/** The last requests of the own tenant that failed by a fault of the service. */
export function FailedRequests({ errors }: { errors: readonly FailedRequest[] }) {
  const texts = useStatusTexts();
  const format = useFormat();
  const columns: readonly Column<FailedRequest>[] = [
    { name: texts.when, by: ({ at }) => at, show: ({ at }) => format.moment(at) },
    { name: texts.request, show: ({ method, route }) => `${method} ${route}` },
    { name: texts.statusCode, align: 'right', by: ({ status }) => status, show: ({ status }) => status },
    { name: texts.requestId, show: ({ requestId }) => <bdi>{requestId}</bdi> },
    { name: texts.process, show: ({ node }) => <bdi>{node}</bdi> },
  ];
  return (
    <Card title={texts.failedRequests}>
      <DataTable
        label={texts.failedRequests}
        rows={errors}
        columns={columns}
        keyOf={({ requestId, at }) => `${requestId} ${at}`}
        empty={texts.noErrors}
      />
    </Card>
  );
}
