import { timeRights } from '../../domain/access.ts';
import { ATTACHMENT, attachmentReach } from '../../domain/attachments/attachment.ts';
import { allows } from '../../domain/permissions.ts';
import { type Caller, timeRole } from '../../platform/caller.ts';
import { models } from '../derive/model.ts';
import { POSITIONS, SEES_LOCATIONS } from './locations.ts';

/**
 * The kinds of record that a caller does not read, and so does not read of in the log either, each with what it takes. The log does not say whose
 * time a change is about, so only those who read everybody's time find it there.
 */
export function hiddenEntities(caller: Caller): ReadonlyMap<string, string> {
  const timeIsHidden = timeRights[timeRole(caller)].reach !== 'all';
  return new Map([
    ...[...models.values()].flatMap(({ name, entity }): [string, string][] => {
      if (entity.readPermission && !allows(caller.permissions, entity.readPermission))
        return [[name, `the permission ${entity.readPermission}`]];
      if (timeIsHidden && entity.writePermissions?.includes('time.own'))
        return [[name, 'the permission time.approve or time.connector']];
      if (caller.hidesLocations && name === POSITIONS) return [[name, SEES_LOCATIONS]];
      return [];
    }),
    // Nor does it say whose appointment a file belongs to.
    ...(attachmentReach(caller.permissions) === 'all'
      ? []
      : [[ATTACHMENT, 'the permission plan.write, records.import or time.approve'] as const]),
  ]);
}

/** The names of all that the log is asked for by. */
export const loggedEntities = (): string[] => [...models.keys(), ATTACHMENT];
