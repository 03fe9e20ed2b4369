import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../kit/data-table.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { Card, Page } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { ConnectorForm } from './connector-form.tsx';
import { Deliveries } from './deliveries.tsx';
import { ReceiverActions } from './receiver-actions.tsx';
import { allReceivers, type Connector, type Receiver, type Sending, unsupportedReasonOf } from './receivers.ts';
import { Secret } from './secret.tsx';
import { SendingState } from './sending-state.tsx';
import { useConnectorTexts } from './texts.ts';
import { WebhookForm } from './webhook-form.tsx';

const LOOK_MS = 5000;

/** Connectors and webhooks with their state and their deliveries. */
export function Section() {
  const texts = useConnectorTexts();
  const [shown, show] = useState<Receiver>();
  const [edited, edit] = useState<Connector | 'new'>();
  const [isAddingWebhook, addWebhook] = useState(false);
  const [secret, setSecret] = useState<string>();
  const query = useQuery({ queryKey: ['receivers'], queryFn: allReceivers });
  if (shown) return <Deliveries receiver={shown} back={() => show(undefined)} />;
  return (
    <Page
      title={texts.title}
      hint={texts.hint}
      actions={
        <>
          <Button size="xs" onClick={() => edit('new')}>
            {texts.addConnector}
          </Button>
          <Button size="xs" variant="default" onClick={() => addWebhook(true)}>
            {texts.addWebhook}
          </Button>
        </>
      }
    >
      <Card>
        <QueryBoundary query={query}>
          {(receivers) => <ReceiverTable receivers={receivers} show={show} edit={edit} showSecret={setSecret} />}
        </QueryBoundary>
      </Card>
      <ConnectorForm key={edited === 'new' ? 'new' : edited?.id} edited={edited} close={() => edit(undefined)} />
      <WebhookForm opened={isAddingWebhook} close={() => addWebhook(false)} showSecret={setSecret} />
      <Secret secret={secret} close={() => setSecret(undefined)} />
    </Page>
  );
}

interface Shown {
  readonly receiver: Receiver;
  readonly sending: Sending | undefined;
}

function ReceiverTable({
  receivers,
  show,
  edit,
  showSecret,
}: {
  receivers: readonly Receiver[];
  show: (receiver: Receiver) => void;
  edit: (connector: Connector) => void;
  showSecret: (secret: string) => void;
}) {
  const texts = useConnectorTexts();
  const sendings = useQueries({
    queries: receivers.map((receiver) => ({
      queryKey: ['receivers', receiver.key, 'sending'],
      queryFn: receiver.sending,
      refetchInterval: LOOK_MS,
    })),
  });
  const rows: Shown[] = receivers.map((receiver, i) => ({ receiver, sending: sendings[i]?.data }));
  return (
    <DataTable
      label={texts.title}
      rows={rows}
      keyOf={({ receiver }) => receiver.key}
      empty={texts.none}
      columns={[
        {
          name: texts.name,
          by: ({ receiver }) => receiver.name,
          show: ({ receiver }) => (
            <LinkButton onClick={() => show(receiver)}>
              <bdi className="log-clamp">{receiver.name}</bdi>
            </LinkButton>
          ),
        },
        {
          name: texts.kind,
          by: ({ receiver }) => receiver.kind,
          show: ({ receiver }) => (receiver.kind === 'webhook' ? texts.events[receiver.event] : texts.connector),
        },
        {
          name: texts.sourceApp,
          by: ({ receiver }) => receiver.sourceApp,
          show: ({ receiver }) => <bdi>{receiver.sourceApp ?? texts.anySource}</bdi>,
        },
        { name: texts.address, show: ({ receiver }) => <bdi className="log-clamp">{receiver.address}</bdi> },
        {
          name: texts.state,
          show: ({ receiver, sending }) =>
            sending && <SendingState sending={sending} unsupported={unsupportedReasonOf(receiver)} />,
        },
        { name: texts.waiting, align: 'right', show: ({ sending }) => sending?.waiting },
        { name: texts.dead, align: 'right', show: ({ sending }) => sending?.dead },
        {
          name: '',
          align: 'right',
          show: ({ receiver, sending }) => (
            <ReceiverActions receiver={receiver} sending={sending} show={show} edit={edit} showSecret={showSecret} />
          ),
        },
      ]}
    />
  );
}
