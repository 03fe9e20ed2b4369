import type { Feature, Needs } from '../../records/feature.ts';
import { demoTask } from './demo-job.ts';
import { demoRoutes } from './demo-routes.ts';

export const demoFeature: Feature<Parameters<typeof demoRoutes>[1] & Needs<typeof demoTask>> = {
  name: 'demo',
  routes(app, deps) {
    demoRoutes(app, deps);
  },
  jobs: [demoTask],
};
