import type { Feature, Needs } from '../../records/feature.ts';
import { connectorRead } from './connector-read.ts';
import { connectorWriter } from './connector-writer.ts';
import { cursorRoutes } from './cursors-routes.ts';
import { deliverChanges } from './deliver-changes.ts';
import { receiverRoutes } from './receivers-routes.ts';
import { trimDeliveries } from './trim-deliveries.ts';
import { webhookRoutes } from './webhooks-routes.ts';

export const connectorsFeature: Feature<
  Parameters<typeof receiverRoutes>[1] &
    Parameters<typeof webhookRoutes>[1] &
    Parameters<typeof cursorRoutes>[1] &
    Parameters<typeof connectorWriter>[0] &
    Needs<typeof trimDeliveries> &
    Needs<ReturnType<typeof deliverChanges>>
> = {
  name: 'connectors',
  routes(app, deps) {
    receiverRoutes(app, deps);
    webhookRoutes(app, deps);
    cursorRoutes(app, deps);
  },
  writers: (deps) => ({
    connector: connectorWriter(deps),
  }),
  reads: { Connector: connectorRead },
  nightly: [trimDeliveries],
  followers: () => [deliverChanges()],
};
