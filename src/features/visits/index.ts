import type { Feature } from '../../records/feature.ts';
import { forgetVisits } from './forget-visits.ts';
import { visitRoutes } from './visit-routes.ts';
import { visitSchemas } from './visit-schemas.ts';

export const visitsFeature: Feature<Parameters<typeof visitRoutes>[1]> = {
  name: 'visits',
  routes(app, deps) {
    visitRoutes(app, deps);
  },
  schemas: visitSchemas,
  nightly: [forgetVisits],
};
