import { refuse } from '../../domain/errors.ts';
import { permissions } from '../../domain/permissions.ts';
import { namedZone } from '../../domain/time/named-zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { writeCalls } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { insertTenant, type Tenant } from './tenant-store.ts';

/** Acts for the operator at the command line or at the first start. */
export const systemCaller = (tenant: Tenant, requestId = 'system'): Caller => ({
  tenantId: tenant.id,
  tenantName: tenant.name,
  timeZone: tenant.timeZone,
  modules: tenant.modules as Caller['modules'],
  actor: 'system',
  accountId: null,
  keyId: null,
  resourceNo: null,
  permissions,
  scopes: ['admin'],
  sourceApps: null,
  visibility: null,
  expiresAt: null,
  requestId,
  origin: 'system',
});

/** A new tenant has one resource type and one default calendar: Monday to Friday, 08:00 to 17:00, no holidays. */
export async function createTenant(deps: WriteDeps, name: string, timeZone: string): Promise<Tenant> {
  if (name.trim() === '' || name.length > 100)
    throw refuse('REQ014', 'The name of a tenant must have 1 to 100 characters.');
  const zone = namedZone(timeZone);
  if (!zone) throw refuse('REQ014', `${timeZone} is not a time zone such as Europe/Brussels.`);
  const tenant = await insertTenant(deps.db, name, zone);
  if (!tenant) throw refuse('APP005', `A tenant named ${name} exists already.`);
  await giveBasics(deps, tenant);
  return tenant;
}

/** Idempotent, so that a first start that was cut off is completed by the next one. */
export async function giveBasics(deps: WriteDeps, tenant: Tenant): Promise<void> {
  await writeCalls(
    deps,
    systemCaller(tenant),
    [
      fromObject('mboc_upsertCalendar', {
        code: 'DEFAULT',
        name: 'Default',
        default: true,
        hoursPerDay: 9,
        businessHours: [{ start: '08:00', end: '17:00' }],
        weekend: [6, 7],
        holidays: [],
        overrides: [],
      }),
      fromObject('mboc_upsertResourceType', { name: 'Resource', displayName: 'Resource' }),
    ],
    { handling: 'default', dryRun: false, speak: 'property' },
  );
}
