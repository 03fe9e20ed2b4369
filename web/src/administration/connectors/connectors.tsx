import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card, Page } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { ConnectorForm } from './connector-form.tsx';
import { Deliveries } from './deliveries.tsx';
import { ReceiverTable } from './receiver-table.tsx';
import { allReceivers, type Connector, type Receiver } from './receivers.ts';
import { Secret } from './secret.tsx';
import { useConnectorTexts } from './texts.ts';
import { WebhookForm } from './webhook-form.tsx';

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
