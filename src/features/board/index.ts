import type { Feature } from '../../records/feature.ts';
import { boardRoutes } from './board-routes.ts';

export const boardFeature: Feature<Parameters<typeof boardRoutes>[1]> = {
  name: 'board',
  routes(app, deps) {
    boardRoutes(app, deps);
  },
};
