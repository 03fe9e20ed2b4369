import type { Feature, Needs } from '../../records/feature.ts';
import { setupJob } from './apply-package.ts';
import { writeProfiles } from './profile-writer.ts';
import { setupRoutes } from './setup-routes.ts';
import { setupPackageAnswer } from './setup-schemas.ts';

export const setupFeature: Feature<Parameters<typeof setupRoutes>[1] & Needs<typeof setupJob>> = {
  name: 'setup',
  async routes(app, deps) {
    await setupRoutes(app, deps);
  },
  schemas: () => [setupPackageAnswer],
  writers: () => ({
    profile: writeProfiles,
  }),
  jobs: [setupJob],
};
