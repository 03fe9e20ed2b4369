import type { Feature, Needs } from '../../records/feature.ts';
import { keepPlans } from './keep-plans.ts';
import { keepRoads } from './keep-roads.ts';
import { planningRoutes } from './planning-routes.ts';
import { planDryRun, taskPlanRead } from './record-extensions.ts';
import { violationSchema } from './violation-schema.ts';

export const planningFeature: Feature<
  Parameters<typeof planningRoutes>[1] & Needs<typeof keepPlans> & Needs<typeof keepRoads>
> = {
  name: 'planning',
  routes(app, deps) {
    planningRoutes(app, deps);
  },
  schemas: () => [violationSchema],
  reads: { Task: taskPlanRead },
  writes: { dryRun: planDryRun },
  followers: () => [keepPlans, keepRoads],
};
