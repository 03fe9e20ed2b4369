import type { Feature, Needs } from '../../records/feature.ts';
import { demoJob } from './demo-job.ts';
import { demoRoutes } from './demo-routes.ts';

export const demoFeature: Feature<Parameters<typeof demoRoutes>[1] & Needs<typeof demoJob>> = {
  name: 'demo',
  routes(app, deps) {
    demoRoutes(app, deps);
  },
  jobs: [demoJob],
};
