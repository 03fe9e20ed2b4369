import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasEnvironment } from '../../platform/environment.ts';

/** What an integrator asks first: which installation and tenant, as whom, with which rights, for how long. */
export const whoami = ({ environment }: HasEnvironment, caller: Caller) => ({
  environment,
  tenant: caller.tenantName,
  timeZone: caller.timeZone,
  modules: caller.modules,
  actor: caller.actor,
  scopes: caller.scopes,
  permissions: caller.permissions,
  sourceApps: caller.sourceApps,
  expiresAt: caller.expiresAt === null ? null : formatInstant(caller.timeZone, caller.expiresAt),
});
