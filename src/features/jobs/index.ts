import type { Feature } from '../../records/feature.ts';
import { jobSchema } from './job-schema.ts';
import { jobRoutes } from './jobs-routes.ts';

export const jobsFeature: Feature<Parameters<typeof jobRoutes>[1]> = {
  name: 'jobs',
  routes(app, deps) {
    jobRoutes(app, deps);
  },
  schemas: () => [jobSchema],
};
