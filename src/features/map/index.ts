import type { Feature } from '../../records/feature.ts';
import { mapRoutes } from './map-routes.ts';

export const mapFeature: Feature<Parameters<typeof mapRoutes>[1]> = {
  name: 'map',
  routes(app, deps) {
    mapRoutes(app, deps);
  },
};
