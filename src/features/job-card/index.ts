import type { Feature } from '../../records/feature.ts';
import { jobCardRoutes } from './job-card-routes.ts';

export const jobCardFeature: Feature<Parameters<typeof jobCardRoutes>[1]> = {
  name: 'job-card',
  routes(app, deps) {
    jobCardRoutes(app, deps);
  },
};
