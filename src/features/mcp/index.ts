import type { Feature } from '../../records/feature.ts';
import { mcpRoutes } from './mcp-routes.ts';

export const mcpFeature: Feature<Parameters<typeof mcpRoutes>[1]> = {
  name: 'mcp',
  routes(app, deps) {
    mcpRoutes(app, deps);
  },
};
