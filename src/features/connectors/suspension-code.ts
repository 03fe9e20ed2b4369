import type { Receiver } from './receiver-store.ts';

/** The code of a receiver's notification: there is one, whatever became of those before it. */
export const suspensionCode = ({ connectorId, webhookId }: Pick<Receiver, 'connectorId' | 'webhookId'>): string =>
  connectorId === null ? `WEBHOOK-${webhookId}` : `CONNECTOR-${connectorId}`;
