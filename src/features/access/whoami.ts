import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';

/** What an integrator asks first: which tenant, as whom, with which rights, for how long. */
export const whoami = (caller: Caller) => ({
  tenant: caller.tenantName,
  timeZone: caller.timeZone,
  modules: caller.modules,
  actor: caller.actor,
  scopes: caller.scopes,
  sourceApps: caller.sourceApps,
  expiresAt: caller.expiresAt === null ? null : formatInstant(caller.timeZone, caller.expiresAt),
});
