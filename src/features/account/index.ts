import type { Feature } from '../../records/feature.ts';
import { ownSessionRoutes } from './own-session-routes.ts';
import { passwordRoutes } from './password-routes.ts';

export const accountFeature: Feature<Parameters<typeof ownSessionRoutes>[1] & Parameters<typeof passwordRoutes>[1]> = {
  name: 'account',
  routes(app, deps) {
    ownSessionRoutes(app, deps);
    passwordRoutes(app, deps);
  },
};
