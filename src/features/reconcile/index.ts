import type { Feature } from '../../records/feature.ts';
import { reconcileRoutes } from './reconcile-routes.ts';

export const reconcileFeature: Feature<Parameters<typeof reconcileRoutes>[1]> = {
  name: 'reconcile',
  async routes(app, deps) {
    // It reads its body itself, in a context of its own.
    await app.register(async (scope) => reconcileRoutes(scope, deps));
  },
};
