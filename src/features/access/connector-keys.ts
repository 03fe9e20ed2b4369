import type { FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';

/** Paths that the key of a connector may use. Those of its own connector are compared with the id in the path. */
const OWN_CONNECTOR = /^\/connector\/:id(?:\/|$)/i;
const OPEN = /^\/(?:whoami$|cursors(?:\/|$)|deliveries\/:id\/ack$|timeEntry(?:\/|$)|timeSession(?:\/|$))/i;

/**
 * Refuses the key of a connector everywhere but on the routes of that connector: the only place where this is decided. Cursors and deliveries of
 * other connectors are refused where they are looked up.
 */
export function refuseElsewhere({ connectorId }: Caller, { routeOptions, params, method }: FastifyRequest): void {
  if (connectorId === undefined) return;
  const path = routeOptions.url ?? '';
  if (OPEN.test(path)) return;
  const { id } = params as { readonly id?: string };
  if (OWN_CONNECTOR.test(path) && id === String(connectorId)) return;
  throw refuse(
    'USR004',
    `The API key is only for the connector ${connectorId}; it cannot be used for ${method} ${path.slice(0, 200)}.`,
  );
}
