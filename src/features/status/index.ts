import type { Feature } from '../../records/feature.ts';
import { statusRoutes } from './status-routes.ts';
import { statusSchema } from './status-schema.ts';

export const statusFeature: Feature<Parameters<typeof statusRoutes>[1]> = {
  name: 'status',
  routes(app, deps) {
    statusRoutes(app, deps);
  },
  schemas: () => [statusSchema],
};
