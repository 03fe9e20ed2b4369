import type { Feature } from '../../records/feature.ts';
import { conflictRoutes } from './conflict-routes.ts';

export const conflictsFeature: Feature<Parameters<typeof conflictRoutes>[1]> = {
  name: 'conflicts',
  routes(app, deps) {
    conflictRoutes(app, deps);
  },
};
