import { grantsOf, roleNames } from '../../domain/scim/group-grants.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { tenantRoles } from '../access/role-store.ts';
import { holdingUsers, keepGrants } from './grant-store.ts';

/**
 * The calls that bring roles and filter values of some users in line with their groups. They are ordinary calls: a caller who may not give a role
 * cannot give it by a group either, and the last administrator stays one.
 */
export async function callsOfGroups(
  tx: Transaction,
  { tenantId }: Pick<Caller, 'tenantId'>,
  userIds: readonly number[],
): Promise<SentCall[]> {
  if (userIds.length === 0) return [];
  const known = roleNames((await tenantRoles(tx, tenantId)).map(({ name }) => name));
  const users = (await holdingUsers(tx, tenantId, userIds)).map((user) => ({
    user,
    next: grantsOf(user, user.groups, known),
  }));
  await keepGrants(
    tx,
    tenantId,
    users.map(({ user: { id, email }, next: { grantedRoles, grantedTeams, grantedValues } }) => ({
      id,
      email,
      grantedRoles,
      grantedTeams,
      grantedValues,
    })),
  );
  return users.flatMap(({ user: { email, roles, teams }, next }) => [
    ...(isSame(roles, next.roles) ? [] : [fromObject('mboc_upsertUser', { email, roles: next.roles })]),
    ...(isSame(teams, next.teams) ? [] : [fromObject('mboc_upsertUser', { email, teams: next.teams })]),
    ...next.removedValues.map(({ group, value }) =>
      fromObject('mboc_deleteUserFilterValue', { email, filterGroup: group, filterValue: value }),
    ),
    ...next.addedValues.map(({ group, value }) =>
      fromObject('mboc_upsertUserFilterValue', { email, filterGroup: group, filterValue: value }),
    ),
  ]);
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((role, index) => role === other[index]);
