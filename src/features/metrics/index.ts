import type { Feature } from '../../records/feature.ts';
import { metricsRoutes } from './metrics-routes.ts';

export const metricsFeature: Feature<Parameters<typeof metricsRoutes>[1]> = {
  name: 'metrics',
  routes(app, deps) {
    metricsRoutes(app, deps);
  },
};
