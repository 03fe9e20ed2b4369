import type { Feature, Needs } from '../../records/feature.ts';
import { geocode } from './geocode-job.ts';
import { geocodeRoutes } from './geocode-routes.ts';
import { locatedRead } from './located-read.ts';

export const geocodingFeature: Feature<Parameters<typeof geocodeRoutes>[1] & Needs<typeof geocode>> = {
  name: 'geocoding',
  routes(app, deps) {
    geocodeRoutes(app, deps);
  },
  reads: { Job: locatedRead('Job'), Resource: locatedRead('Resource') },
  followers: () => [geocode],
};
