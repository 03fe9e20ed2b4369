import type { Feature } from '../../records/feature.ts';
import { accessRoutes } from './access-routes.ts';
import { invitationRoutes } from './invitations-routes.ts';
import { moduleRoutes } from './modules-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { userStateRead } from './user-state.ts';
import { userWriter } from './user-writer.ts';

export const accessFeature: Feature<
  Parameters<typeof accessRoutes>[1] &
    Parameters<typeof moduleRoutes>[1] &
    Parameters<typeof sessionRoutes>[1] &
    Parameters<typeof invitationRoutes>[1] &
    Parameters<typeof userWriter>[0]
> = {
  name: 'access',
  async routes(app, deps) {
    await accessRoutes(app, deps);
    moduleRoutes(app, deps);
    sessionRoutes(app, deps);
    invitationRoutes(app, deps);
  },
  writers: (deps) => ({
    user: userWriter(deps),
  }),
  reads: { User: userStateRead },
};
