import type { Feature, Needs } from '../../records/feature.ts';
import { geocode } from './geocode-job.ts';
import { geocodeRoutes } from './geocode-routes.ts';

export const geocodingFeature: Feature<Parameters<typeof geocodeRoutes>[1] & Needs<typeof geocode>> = {
  name: 'geocoding',
  routes(app, deps) {
    geocodeRoutes(app, deps);
  },
  followers: () => [geocode],
};
