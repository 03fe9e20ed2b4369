import { foldKeyPart } from './natural-key.ts';
import { inOrder, type Permission, permissions } from './permissions.ts';

/** The roles that every tenant has. Tenants add their own. */
export const builtInRoles = {
  viewer: ['records.read'],
  worker: ['records.read', 'time.own'],
  planner: ['records.read', 'plan.write', 'publish', 'time.own', 'time.approve'],
  teamLead: ['records.read', 'time.own', 'time.approve'],
  admin: permissions,
  integrator: [
    'records.read',
    'records.import',
    'time.connector',
    'keys.manage',
    'connectors.manage',
    'setup.apply',
    'imports.manage',
  ],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
export type BuiltInRole = keyof typeof builtInRoles;
export const builtInRoleNames = Object.keys(builtInRoles) as readonly BuiltInRole[];

/** Names that clients and setup packages use as well. */
export const roleAliases: Readonly<Record<string, BuiltInRole>> = { administrator: 'admin', timekeeper: 'worker' };

/** The built-in role of a name, which is compared exactly. */
export const builtInRole = (name: string): BuiltInRole | undefined =>
  Object.hasOwn(builtInRoles, name)
    ? (name as BuiltInRole)
    : Object.hasOwn(roleAliases, name)
      ? roleAliases[name]
      : undefined;

/** Whether a tenant may not use a name for a role of its own: upper and lower case do not make another name. */
export const isReservedRole = (name: string): boolean =>
  [...builtInRoleNames, ...Object.keys(roleAliases)].some((each) => foldKeyPart(each) === foldKeyPart(name));

/** The permissions of a user: of the built-in roles, and those that the roles of the tenant give. A user without a role is a viewer. */
export function permissionsOfRoles(names: readonly string[], ofTenantRoles: readonly string[] = []): Permission[] {
  const held = (names.length === 0 ? ['viewer'] : names).flatMap((name) => {
    const role = builtInRole(name);
    return role ? builtInRoles[role] : [];
  });
  return inOrder([...held, ...ofTenantRoles]);
}
