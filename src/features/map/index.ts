import type { Feature } from '../../records/feature.ts';
import { writeAnswerWith } from '../../records/routes/record-schemas.ts';
import { mapRoutes } from './map-routes.ts';
import { plannedRoute } from './map-schemas.ts';

export const mapFeature: Feature<Parameters<typeof mapRoutes>[1]> = {
  name: 'map',
  routes(app, deps) {
    mapRoutes(app, deps);
  },
  schemas: () => [writeAnswerWith('PlanRouteAnswer', plannedRoute)],
};
