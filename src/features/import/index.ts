import type { Feature, Needs } from '../../records/feature.ts';
import { expirePendingParts } from './expire-pending-parts.ts';
import { importLogRoutes } from './import-log-routes.ts';
import { importRoutes } from './import-routes.ts';
import { trimImports } from './trim-imports.ts';

export const importFeature: Feature<
  Parameters<typeof importRoutes>[1] &
    Parameters<typeof importLogRoutes>[1] &
    Needs<typeof trimImports> &
    Needs<typeof expirePendingParts>
> = {
  name: 'import',
  routes(app, deps) {
    importRoutes(app, deps);
    importLogRoutes(app, deps);
  },
  nightly: [trimImports, expirePendingParts],
};
