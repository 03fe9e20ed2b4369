import type { Feature } from '../../records/feature.ts';
import { changeRoutes } from './changes-routes.ts';

export const changesFeature: Feature<Parameters<typeof changeRoutes>[1]> = {
  name: 'changes',
  routes(app, deps, stopping) {
    changeRoutes(app, deps, stopping);
  },
};
