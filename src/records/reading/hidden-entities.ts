import { allows, timeRights, timeScopes } from '../../domain/access.ts';
import { type Caller, timeRole } from '../../platform/caller.ts';
import { models } from '../derive/model.ts';

/**
 * The kinds of record that a caller does not read, and so does not read of in the log either, each with what it takes. The log does not say whose
 * time a change is about, so only those who read everybody's time find it there.
 */
export function hiddenEntities(caller: Caller): ReadonlyMap<string, string> {
  const timeIsHidden = timeRights[timeRole(caller)].reach !== 'all';
  return new Map(
    [...models.values()].flatMap(({ name, entity }): [string, string][] => {
      if (entity.readScope && !allows(caller.scopes, entity.readScope))
        return [[name, `the scope ${entity.readScope}`]];
      if (timeIsHidden && entity.module === 'timeRegistration')
        return [[name, `an approver (role planner or admin) or an API key with the scope ${timeScopes.join(' or ')}`]];
      return [];
    }),
  );
}
