import { Button, Checkbox, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Card, Page } from '../../kit/page.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import { PagedLog } from '../log/paged-log.tsx';
import { StatusFilter } from '../log/status-filter.tsx';
import { type Choice, useDeliveryColumns } from './delivery-columns.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { useDeliveryTexts } from './delivery-texts.ts';
import { type Delivery, type Receiver, unsupportedReasonOf } from './receivers.ts';
import { SendingState } from './sending-state.tsx';
import { useConnectorTexts } from './texts.ts';
import { useTestEvent } from './use-test-event.ts';

const STATUSES = ['waiting', 'delivered', 'dead'] as const;
const REFRESH_MS = 3000;

/** The deliveries to one receiver. Selected ones can be sent again. */
export function Deliveries({ receiver, back }: { receiver: Receiver; back: () => void }) {
  const names = useConnectorTexts();
  const texts = useDeliveryTexts();
  const [status, setStatus] = useState<Delivery['status'] | 'all'>('all');
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [opened, open] = useState<string>();
  const test = useTestEvent(receiver);
  const columns = useDeliveryColumns({ chosen, choose }, open);
  const sending = useQuery({
    queryKey: ['receivers', receiver.key, 'sending'],
    queryFn: receiver.sending,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title={names.deliveriesOf(receiver.name)}
      hint={receiver.address}
      actions={
        <>
          <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {names.test}
          </Button>
          <Button size="xs" variant="default" onClick={back}>
            {texts.back}
          </Button>
        </>
      }
    >
      <Card>
        <div className="log-filters">
          <StatusFilter
            label={texts.status}
            statuses={STATUSES}
            names={texts.statuses}
            value={status}
            onChange={setStatus}
          />
          {sending.data && <SendingState sending={sending.data} unsupported={unsupportedReasonOf(receiver)} />}
          <Replay receiver={receiver} chosen={chosen} choose={choose} />
        </div>
        <PagedLog
          label={texts.delivery}
          empty={texts.none}
          isFiltered={status !== 'all'}
          queryKey={['receivers', receiver.key, 'deliveries', status]}
          read={(request) => receiver.deliveries({ ...request, ...(status === 'all' ? {} : { status }) })}
          refreshMs={REFRESH_MS}
          columns={columns}
        >
          {(deliveries) => <ChooseAll deliveries={deliveries} chosen={chosen} choose={choose} />}
        </PagedLog>
      </Card>
      <DeliveryDrawer receiver={receiver} id={opened} close={() => open(undefined)} />
    </Page>
  );
}

function Replay({ receiver, chosen, choose }: Choice & { readonly receiver: Receiver }) {
  const texts = useDeliveryTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => receiver.replay([...chosen]),
    onSuccess: ({ replayed }) => {
      notify.success(texts.replayed(replayed));
      choose(new Set());
    },
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: ['receivers', receiver.key] }),
  });
  return (
    <Group gap="xs" ml="auto">
      {chosen.size > 0 && <span className="log-soft">{texts.chosen(chosen.size)}</span>}
      <Button size="xs" disabled={chosen.size === 0} loading={replay.isPending} onClick={() => replay.mutate()}>
        {texts.replay}
      </Button>
    </Group>
  );
}

/** Selects all finished deliveries of the page; waiting ones are sent anyway. */
function ChooseAll({ deliveries, chosen, choose }: Choice & { readonly deliveries: readonly Delivery[] }) {
  const texts = useDeliveryTexts();
  const ended = deliveries.filter(({ status }) => status !== 'waiting').map(({ id }) => id);
  const areAllChosen = ended.length > 0 && ended.every((id) => chosen.has(id));
  if (ended.length < 2) return null;
  return (
    <Checkbox
      size="xs"
      mb={6}
      label={texts.chooseAll}
      checked={areAllChosen}
      onChange={() => choose(areAllChosen ? new Set() : new Set(ended))}
    />
  );
}
