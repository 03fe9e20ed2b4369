import type { Feature } from '../../records/feature.ts';
import { healthRoutes } from './health-routes.ts';

export const healthFeature: Feature<Parameters<typeof healthRoutes>[1]> = {
  name: 'health',
  routes(app, deps, stopping) {
    healthRoutes(app, deps, stopping);
  },
};
