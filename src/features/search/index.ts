import type { Feature } from '../../records/feature.ts';
import { searchRoutes } from './search-routes.ts';

export const searchFeature: Feature<Parameters<typeof searchRoutes>[1]> = {
  name: 'search',
  routes(app, deps) {
    searchRoutes(app, deps);
  },
};
