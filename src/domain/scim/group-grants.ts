import { foldKeyPart } from '../natural-key.ts';
import { builtInRole, builtInRoleNames, roleAliases } from '../roles.ts';

export interface FilterValue {
  readonly group: string;
  readonly value: string;
}

/** A group as far as it gives something to its members. */
export interface GivingGroup {
  readonly displayName: string;
  /** Null is the role with the name of the group, if there is one. */
  readonly roles: readonly string[] | null;
  readonly teams: readonly string[];
  readonly filterValues: readonly FilterValue[];
}

/** What a user has, and which part of it came from groups. */
export interface Holding {
  readonly roles: readonly string[];
  readonly grantedRoles: readonly string[];
  readonly teams: readonly string[];
  readonly grantedTeams: readonly string[];
  readonly values: readonly FilterValue[];
  readonly grantedValues: readonly FilterValue[];
}

export interface Granted extends Omit<Holding, 'values'> {
  readonly addedValues: readonly FilterValue[];
  readonly removedValues: readonly FilterValue[];
}

/** Roles by their folded names: built-in ones with their other names, and those of the tenant. */
export const roleNames = (ofTenant: readonly string[]): ReadonlyMap<string, string> =>
  new Map([
    ...ofTenant.map((name) => [foldKeyPart(name), name] as const),
    ...builtInRoleNames.map((name) => [foldKeyPart(name), name] as const),
    ...Object.entries(roleAliases).map(([alias, name]) => [foldKeyPart(alias), name] as const),
  ]);

/** The roles that a group gives to its members. A role that was deleted is given no longer. */
export const rolesOfGroup = (
  { displayName, roles }: Pick<GivingGroup, 'displayName' | 'roles'>,
  known: ReadonlyMap<string, string>,
): string[] => (roles ?? [displayName]).flatMap((name) => known.get(foldKeyPart(name)) ?? []);

/**
 * What a user has after a change of groups. What came from a group goes with the last group that gave it; what an administrator gave stays, also
 * where a group gives it too.
 */
export function grantsOf(
  holding: Holding,
  groups: readonly GivingGroup[],
  known: ReadonlyMap<string, string>,
): Granted {
  const roles = exchange(
    { own: holding.roles, granted: holding.grantedRoles, given: groups.flatMap((group) => rolesOfGroup(group, known)) },
    (role) => foldKeyPart(builtInRole(role) ?? role),
  );
  const teams = exchange(
    { own: holding.teams, granted: holding.grantedTeams, given: groups.flatMap((group) => group.teams) },
    foldKeyPart,
  );
  const values = exchange(
    { own: holding.values, granted: holding.grantedValues, given: groups.flatMap((group) => group.filterValues) },
    ({ group, value }) => JSON.stringify([foldKeyPart(group), foldKeyPart(value)]),
  );
  return {
    roles: roles.next,
    grantedRoles: roles.granted,
    teams: teams.next,
    grantedTeams: teams.granted,
    grantedValues: values.granted,
    addedValues: values.added,
    removedValues: values.removed,
  };
}

function exchange<T>(
  { own, granted, given }: { own: readonly T[]; granted: readonly T[]; given: readonly T[] },
  keyOf: (value: T) => string,
): { next: T[]; granted: T[]; added: T[]; removed: T[] } {
  const keys = (list: readonly T[]): Set<string> => new Set(list.map(keyOf));
  const [had, came, gives] = [keys(own), keys(granted), keys(given)];
  const once = [...new Map(given.map((value) => [keyOf(value), value])).values()];
  const added = once.filter((value) => !had.has(keyOf(value)));
  const removed = own.filter((value) => came.has(keyOf(value)) && !gives.has(keyOf(value)));
  const gone = keys(removed);
  return {
    next: [...own.filter((value) => !gone.has(keyOf(value))), ...added],
    granted: once.filter((value) => !had.has(keyOf(value)) || came.has(keyOf(value))),
    added,
    removed,
  };
}
