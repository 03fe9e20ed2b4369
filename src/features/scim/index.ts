import type { Feature } from '../../records/feature.ts';
import { scimRoutes } from './scim-routes.ts';

export const scimFeature: Feature<Parameters<typeof scimRoutes>[1]> = { name: 'scim', routes: scimRoutes };
