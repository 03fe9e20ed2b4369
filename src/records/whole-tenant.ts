import { type ErrorDetail, errorDetail, Refusal } from '../domain/errors.ts';
import { isOfTenant } from '../domain/permissions.ts';
import type { Caller } from '../platform/caller.ts';
import type { EntityModel } from './derive/model.ts';

/**
 * What belongs to the whole tenant is closed to a credential that is limited to some source systems: it would reach beyond its limit by a user,
 * a package or a setting.
 */
export function limitedRefusal({ sourceApps }: Pick<Caller, 'sourceApps'>, what: string): ErrorDetail | undefined {
  return sourceApps === null
    ? undefined
    : errorDetail(
        'USR004',
        `${what} belong to the whole tenant; this key is limited to SourceApp ${sourceApps.join(', ')}.`,
      );
}

export function refuseLimited(caller: Pick<Caller, 'sourceApps'>, what: string): void {
  const refusal = limitedRefusal(caller, what);
  if (refusal) throw new Refusal(refusal);
}

/** What shows records of the whole tenant as they were sent, or compares them, is closed to a user with data filters: nothing of it can be left out. */
export function refuseFiltered({ visibility }: Pick<Caller, 'visibility'>, what: string): void {
  if (visibility)
    throw new Refusal(
      errorDetail('USR004', `${what} show records of the whole tenant; your data filters hide some of them.`),
    );
}

/** Records that only administrators write and that no source system owns: users, profiles, layouts, settings. */
export const isOfWholeTenant = ({ entity }: EntityModel): boolean =>
  entity.writePermissions?.every(isOfTenant) === true && entity.columns['sourceApp'] === undefined;

/** The same for reading: what others than administrators read too, everybody may. */
export function refuseLimitedRead(caller: Pick<Caller, 'sourceApps'>, model: EntityModel): void {
  if (model.entity.readPermission && isOfWholeTenant(model)) refuseLimited(caller, `Records of ${model.name}`);
}
