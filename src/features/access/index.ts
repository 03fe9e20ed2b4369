import type { Feature } from '../../records/feature.ts';
import { accessRoutes } from './access-routes.ts';
import { formatRoutes } from './formats-routes.ts';
import { invitationRoutes } from './invitations-routes.ts';
import { moduleRoutes } from './modules-routes.ts';
import { noteRightsChanges } from './note-rights-changes.ts';
import { roleRoutes } from './role-routes.ts';
import { writeRoles } from './role-writer.ts';
import { factorAdministrationRoutes } from './second-factor/administration-routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { signInRoutes } from './second-factor/sign-in-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { userStateRead } from './user-state.ts';
import { userWriter } from './user-writer.ts';

export const accessFeature: Feature<
  Parameters<typeof accessRoutes>[1] &
    Parameters<typeof moduleRoutes>[1] &
    Parameters<typeof sessionRoutes>[1] &
    Parameters<typeof invitationRoutes>[1] &
    Parameters<typeof secondFactorRoutes>[1] &
    Parameters<typeof signInRoutes>[1] &
    Parameters<typeof userWriter>[0]
> = {
  name: 'access',
  async routes(app, deps) {
    await accessRoutes(app, deps);
    moduleRoutes(app, deps);
    formatRoutes(app, deps);
    sessionRoutes(app, deps);
    invitationRoutes(app, deps);
    roleRoutes(app, deps);
    signInRoutes(app, deps);
    secondFactorRoutes(app, deps);
    factorAdministrationRoutes(app, deps);
  },
  writers: (deps) => ({
    user: userWriter(deps),
    role: writeRoles,
  }),
  reads: { User: userStateRead },
  writes: { noteChanges: noteRightsChanges },
};
