import type { Feature } from '../../records/feature.ts';
import { accountRoutes } from './account-routes.ts';

export const accountFeature: Feature<Parameters<typeof accountRoutes>[1]> = {
  name: 'account',
  routes(app, deps) {
    accountRoutes(app, deps);
  },
};
