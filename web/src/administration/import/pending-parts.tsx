import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, listed } from '../../api/client.ts';
import type { Paths } from '../../api/schema.ts';
import type { Column } from '../../kit/data-table.tsx';
import { Card } from '../../kit/page.tsx';
import { useConfirm } from '../../kit/use-confirm.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { useNotify } from '../../kit/use-notify.ts';
import { PagedLog } from '../log/paged-log.tsx';
import { useLogTexts } from '../log/texts.ts';
import { useImportTexts } from './texts.ts';

type PendingPart = Paths['/pendingPart']['get']['answer'][number];

const QUERY_KEY = ['pending-parts'];
const REFRESH_MS = 5000;
const PAGE = 10;

/** The parts that wait for the record that they belong to. Nothing is shown if there are none. */
export function PendingParts() {
  const texts = useImportTexts();
  const remove = useRemove();
  const columns = useColumns(remove.ask);
  const { data } = useQuery({
    queryKey: [...QUERY_KEY, 'count'],
    queryFn: () => listed('/pendingPart', { query: { page: 1, limit: 1 } }),
    refetchInterval: REFRESH_MS,
  });
  if (!data || data.total === 0) return null;
  const title = texts.waiting.title(data.total);
  return (
    <Card title={title}>
      <p className="log-soft">{texts.waiting.hint}</p>
      <PagedLog
        label={title}
        empty={texts.waiting.none}
        queryKey={[...QUERY_KEY, 'list']}
        read={(request) => listed('/pendingPart', { query: request })}
        pageSize={PAGE}
        refreshMs={REFRESH_MS}
        columns={columns}
      />
      {remove.dialog}
    </Card>
  );
}

/** Deletes a part, after a confirmation. */
function useRemove() {
  const texts = useImportTexts();
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: PendingPart) => api.delete('/pendingPart/{id}', { path: { id: String(id) } }),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  const ask = (part: PendingPart): void =>
    confirm.ask({
      title: texts.waiting.question,
      body: texts.waiting.questionHint(recordOf(part)),
      yes: texts.waiting.remove,
      act: () => remove.mutate(part),
    });
  return { ask, dialog: confirm.dialog };
}

const recordOf = ({ waitsFor, record }: PendingPart): string => `${waitsFor} ${record}`;

/** Properties that name the record that it belongs to: they have a column of their own. */
const OF_RECORD = new Set(['sourceApp', 'sourceType', 'jobNo', 'taskNo', 'resourceNo', 'appointmentGuid']);

const fieldsOf = ({ fields }: PendingPart): string =>
  Object.entries(fields)
    .filter(([name, value]) => !OF_RECORD.has(name) && value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

function useColumns(ask: (part: PendingPart) => void): readonly Column<PendingPart>[] {
  const texts = useImportTexts();
  const common = useLogTexts();
  const format = useFormat();
  return [
    { name: common.when, show: ({ createdAt }) => format.moment(createdAt) },
    { name: common.who, show: ({ createdBy }) => <bdi>{createdBy}</bdi> },
    {
      name: texts.waiting.part,
      show: (part) => (
        <>
          <div>{part.entity}</div>
          <bdi className="log-clamp log-soft">{fieldsOf(part)}</bdi>
        </>
      ),
    },
    { name: texts.waiting.record, show: (part) => <bdi className="log-clamp">{recordOf(part)}</bdi> },
    { name: texts.waiting.expires, show: ({ expiresAt }) => format.date(expiresAt) },
    {
      name: '',
      align: 'right',
      show: (part) => (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={texts.waiting.removeOf(`${part.entity} ${fieldsOf(part)}`)}
          onClick={() => ask(part)}
        >
          {texts.waiting.remove}
        </Button>
      ),
    },
  ];
}
