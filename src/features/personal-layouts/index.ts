import type { Feature } from '../../records/feature.ts';
import { personalLayoutRoutes } from './personal-layout-routes.ts';

export const personalLayoutsFeature: Feature<Parameters<typeof personalLayoutRoutes>[1]> = {
  name: 'personal-layouts',
  routes(app, deps) {
    personalLayoutRoutes(app, deps);
  },
};
