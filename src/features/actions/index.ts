import type { Feature } from '../../records/feature.ts';
import { actionsRoutes } from './actions-routes.ts';

export const actionsFeature: Feature<Parameters<typeof actionsRoutes>[1]> = {
  name: 'actions',
  routes(app, deps) {
    actionsRoutes(app, deps);
  },
};
