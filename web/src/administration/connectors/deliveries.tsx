import { Button, Checkbox, Group, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../kit/data-table.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { Card, Page } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { useNotify } from '../../kit/use-notify.ts';
import { Pager } from '../log/pager.tsx';
import { useLogTexts } from '../log/texts.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { useDeliveryTexts } from './delivery-texts.ts';
import type { Delivery, Receiver } from './receivers.ts';
import { SendingState } from './sending-state.tsx';
import { useConnectorTexts } from './texts.ts';

const STATUSES = ['waiting', 'delivered', 'dead'] as const;
const SIZE = 50;
const LOOK_MS = 3000;

/** What was sent to one receiver, and what waits. Chosen ones go out again. */
export function Deliveries({ receiver, back }: { receiver: Receiver; back: () => void }) {
  const names = useConnectorTexts();
  const texts = useDeliveryTexts();
  const common = useLogTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const [status, setStatus] = useState<Delivery['status'] | 'all'>('all');
  const [page, setPage] = useState(1);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [opened, open] = useState<string>();
  const sending = useQuery({
    queryKey: ['receivers', receiver.key, 'sending'],
    queryFn: receiver.sending,
    refetchInterval: LOOK_MS,
  });
  const query = useQuery({
    queryKey: ['receivers', receiver.key, 'deliveries', status, page],
    queryFn: () => receiver.deliveries({ page, limit: SIZE, ...(status === 'all' ? {} : { status }) }),
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  });
  const again = useMutation({
    mutationFn: () => receiver.replay([...chosen]),
    onSuccess: ({ replayed }) => {
      notify.success(texts.replayed(replayed));
      choose(new Set());
    },
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: ['receivers', receiver.key] }),
  });
  return (
    <Page
      title={names.deliveriesOf(receiver.name)}
      hint={receiver.address}
      actions={
        <Button size="xs" variant="default" onClick={back}>
          {texts.back}
        </Button>
      }
    >
      <Card>
        <div className="log-filters">
          <SegmentedControl
            size="xs"
            aria-label={texts.status}
            value={status}
            onChange={(value) => {
              setStatus(value as Delivery['status'] | 'all');
              setPage(1);
            }}
            data={[
              { value: 'all', label: common.all },
              ...STATUSES.map((each) => ({ value: each, label: texts.statuses[each] })),
            ]}
          />
          {sending.data && <SendingState sending={sending.data} />}
          <Group gap="xs" ml="auto">
            {chosen.size > 0 && <span className="log-soft">{texts.chosen(chosen.size)}</span>}
            <Button size="xs" disabled={chosen.size === 0} loading={again.isPending} onClick={() => again.mutate()}>
              {texts.replay}
            </Button>
          </Group>
        </div>
        <QueryBoundary query={query}>
          {({ records, total }) => (
            <>
              <DeliveryTable deliveries={records} chosen={chosen} choose={choose} open={open} />
              <Pager page={page} size={SIZE} total={total} go={setPage} />
            </>
          )}
        </QueryBoundary>
      </Card>
      <DeliveryDrawer receiver={receiver} id={opened} close={() => open(undefined)} />
    </Page>
  );
}

interface TableProps {
  readonly deliveries: readonly Delivery[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
  readonly open: (id: string) => void;
}

function DeliveryTable({ deliveries, chosen, choose, open }: TableProps) {
  const texts = useDeliveryTexts();
  const common = useLogTexts();
  const format = useFormat();
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  /** What waits goes out by itself. */
  const ended = deliveries.filter(({ status }) => status !== 'waiting').map(({ id }) => id);
  const areAllChosen = ended.length > 0 && ended.every((id) => chosen.has(id));
  return (
    <>
      {ended.length > 1 && (
        <Checkbox
          size="xs"
          mb={6}
          label={texts.chooseAll}
          checked={areAllChosen}
          onChange={() => choose(areAllChosen ? new Set() : new Set(ended))}
        />
      )}
      <DataTable
        label={texts.delivery}
        rows={deliveries}
        keyOf={({ id }) => id}
        empty={texts.none}
        columns={[
          {
            name: ' ',
            show: ({ id, status }) => (
              <Checkbox
                size="xs"
                aria-label={texts.choose(id)}
                disabled={status === 'waiting'}
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
              />
            ),
          },
          {
            name: texts.record,
            show: ({ id, entity, recordId, action }) => (
              <LinkButton onClick={() => open(id)}>{`${entity} ${recordId} ${texts.actions[action]}`}</LinkButton>
            ),
          },
          { name: texts.change, align: 'right', show: ({ change }) => change },
          { name: common.when, show: ({ createdAt }) => format.moment(createdAt) },
          {
            name: texts.status,
            show: ({ status }) => <DeliveryState status={status} />,
          },
          { name: texts.attempts, align: 'right', show: ({ attemptCount }) => attemptCount },
          { name: texts.lastAnswer, show: (delivery) => <LastAnswer delivery={delivery} /> },
          { name: texts.nextTry, show: ({ nextAttemptAt }) => nextAttemptAt && format.moment(nextAttemptAt) },
          { name: texts.ack, show: ({ ack, ackMessage }) => ack && `${texts.acks[ack]} ${ackMessage ?? ''}` },
        ]}
      />
    </>
  );
}

/** Attempts come in their order: the last one tells how it stands. */
function LastAnswer({ delivery: { attempts } }: { delivery: Delivery }) {
  const texts = useDeliveryTexts();
  const last = attempts.at(-1);
  if (!last) return null;
  const text = last.status === null ? `${texts.noAnswer}: ${last.error ?? ''}` : `${last.status} ${last.answer ?? ''}`;
  return <bdi className="log-clamp">{text}</bdi>;
}
