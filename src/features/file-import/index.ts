import type { Feature } from '../../records/feature.ts';
import { fileImportRoutes } from './file-import-routes.ts';

export const fileImportFeature: Feature<Parameters<typeof fileImportRoutes>[1]> = {
  name: 'file-import',
  routes(app, deps) {
    fileImportRoutes(app, deps);
  },
};
