import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import type { Permission } from '../../domain/permissions.ts';
import { builtInRole, builtInRoleNames, builtInRoles } from '../../domain/roles.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { tenantRoles, usersOfRoles } from './role-store.ts';

export interface ShownRole {
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly string[];
  readonly builtIn: boolean;
  readonly users: number;
  readonly version: number | null;
}

/** GET /role */
export async function listRoles(deps: HasDatabase, { tenantId }: Caller): Promise<ShownRole[]> {
  const counts = await usersOfRoles(deps.db, tenantId);
  const usersOf = (name: string): number =>
    counts.reduce((sum, { role, users }) => sum + (isNamed(role, name) ? users : 0), 0);
  const builtIn = builtInRoleNames.map((name) => ({
    name,
    description: null,
    permissions: builtInRoles[name] as readonly Permission[],
    builtIn: true,
    users: usersOf(name),
    version: null,
  }));
  const own = (await tenantRoles(deps.db, tenantId)).map(({ key: _key, ...role }) => ({ ...role, builtIn: false }));
  return [...builtIn, ...own];
}

/** Counts are by folded names; a built-in role has other names too. */
const isNamed = (folded: string, name: string): boolean => folded === foldKeyPart(name) || builtInRole(folded) === name;

/** GET /role/{name} */
export async function showRole(deps: HasDatabase, caller: Caller, sent: string): Promise<ShownRole> {
  const name = foldKeyPart(builtInRole(sent) ?? sent);
  const role = (await listRoles(deps, caller)).find((each) => foldKeyPart(each.name) === name);
  if (!role) throw refuse('APP001', `There is no role ${sent.slice(0, 50)}.`);
  return role;
}
