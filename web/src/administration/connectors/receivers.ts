import { api, listed } from '../../api/client.ts';
import type { Paths, Schemas } from '../../api/schema.ts';

export type Connector = Schemas['ConnectorRead'];
type Webhook = Paths['/webhooks']['get']['answer'][number];
export type WebhookEvent = Paths['/webhooks/{event}']['post']['path']['event'];
export type Sending = Paths['/connector/{id}/sending']['get']['answer'];
export type ReceiverState = Sending['state'];
export type Delivery = Paths['/connector/{id}/deliveries']['get']['answer'][number];
type DeliveryQuery = Paths['/connector/{id}/deliveries']['get']['query'];

export const webhookEvents: readonly WebhookEvent[] = [
  'AppointmentCreated',
  'AppointmentUpdated',
  'AppointmentDeleted',
];

/** A connector or a webhook. Deliveries work the same for both, with different routes. */
export type Receiver = ReturnType<typeof connectorReceiver> | ReturnType<typeof webhookReceiver>;

const connectorReceiver = (connector: Connector) => {
  const path = { id: String(connector.id) };
  return {
    kind: 'connector' as const,
    key: `connector ${connector.id}`,
    name: connector.name ?? connector.uri,
    sourceApp: connector.sourceApp,
    address: connector.uri,
    connector,
    sending: () => api.get('/connector/{id}/sending', { path }),
    deliveries: (query: DeliveryQuery) => listed('/connector/{id}/deliveries', { path, query }),
    delivery: (deliveryId: string) =>
      api.get('/connector/{id}/deliveries/{deliveryId}', { path: { ...path, deliveryId } }),
    replay: (deliveryIds: readonly string[]) => api.post('/connector/{id}/replay', { path, body: { deliveryIds } }),
    pause: () => api.post('/connector/{id}/pause', { path }),
    resume: () => api.post('/connector/{id}/resume', { path }),
    test: () => api.post('/connector/{id}/test', { path }),
    secret: () => api.post('/connector/{id}/secret', { path, body: {} }),
    end: async (): Promise<void> => {
      const { sourceApp, name } = connector;
      await api.delete('/connector', { body: { sourceApp, name } });
    },
  };
};

const webhookReceiver = (webhook: Webhook) => {
  const path = { event: webhook.event as WebhookEvent, id: String(webhook.id) };
  return {
    kind: 'webhook' as const,
    key: `webhook ${webhook.id}`,
    name: webhook.name ?? webhook.notificationURL,
    sourceApp: webhook.sourceApp,
    address: webhook.notificationURL,
    event: path.event,
    sending: () => api.get('/webhooks/{event}/{id}/sending', { path }),
    deliveries: (query: DeliveryQuery) => listed('/webhooks/{event}/{id}/deliveries', { path, query }),
    delivery: (deliveryId: string) =>
      api.get('/webhooks/{event}/{id}/deliveries/{deliveryId}', { path: { ...path, deliveryId } }),
    replay: (deliveryIds: readonly string[]) =>
      api.post('/webhooks/{event}/{id}/replay', { path, body: { deliveryIds } }),
    pause: () => api.post('/webhooks/{event}/{id}/pause', { path }),
    resume: () => api.post('/webhooks/{event}/{id}/resume', { path }),
    test: () => api.post('/webhooks/{event}/{id}/test', { path }),
    secret: () => api.post('/webhooks/{event}/{id}/secret', { path, body: {} }),
    end: async (): Promise<void> => {
      await api.delete('/webhooks/{event}/{id}', { path });
    },
  };
};

export async function allReceivers(): Promise<Receiver[]> {
  const [connectors, webhooks] = await Promise.all([
    api.get('/connector', { query: { limit: 1000 } }),
    api.get('/webhooks', {}),
  ]);
  return [...connectors.map(connectorReceiver), ...webhooks.map(webhookReceiver)];
}

export type UnsupportedReason = Exclude<Connector['notDeliveringReason'], null | 'The connector is disabled'>;

/** Why nothing can be sent to a connector with its settings. */
export function unsupportedReasonOf(receiver: Receiver): UnsupportedReason | undefined {
  const reason = receiver.kind === 'connector' ? receiver.connector.notDeliveringReason : null;
  return reason === null || reason === 'The connector is disabled' ? undefined : reason;
}

/** The delivery status of all receivers, by the key of the receiver. */
export async function allSendings(): Promise<ReadonlyMap<string, Sending>> {
  const listed = await api.get('/receiver', {});
  return new Map(listed.map((each) => [`${each.kind} ${each.id}`, each]));
}
