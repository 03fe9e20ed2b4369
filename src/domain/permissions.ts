import { foldKeyPart } from './natural-key.ts';

/** What a caller may do, each with a sentence for the reference page and the roles editor. Routes and records name the one that they need. */
export const permissionTexts = {
  'records.read': 'Read jobs, tasks, resources, appointments and calendars; see the board and the map; search slots.',
  'records.import': 'Import and change master data, and act for the back office.',
  'plan.write': 'Plan: create, move and delete appointments, containers and series; hold slots; run optimization.',
  publish: 'Publish the plan: make and end calendar feeds.',
  'time.own': 'Register and read the time of the own resource; request absences.',
  'time.approve': 'Read, correct and approve the time of all resources; decide on absences.',
  'time.connector': 'Read and write registered time for a back office.',
  'users.manage': 'Create, invite, change and delete users; set their roles, profiles and data filters.',
  'roles.manage': 'Create, change and delete roles.',
  'keys.manage': 'Create, rotate and revoke API keys.',
  'connectors.manage': 'Set up connectors and webhooks; see and repeat deliveries.',
  'setup.apply': 'Apply and export setup packages.',
  'settings.manage': 'Change modules, settings, layouts and profiles; see and repeat jobs; load the demo.',
  'imports.manage': 'Read the log of imports; see and delete parts that wait for their record.',
  'audit.read': 'Read and export the audit of sign-ins and of changed rights.',
} as const satisfies Readonly<Record<string, string>>;

export type Permission = keyof typeof permissionTexts;
export const permissions = Object.keys(permissionTexts) as readonly Permission[];
export const isPermission = (text: string): text is Permission => Object.hasOwn(permissionTexts, text);

/** Those that reach only the caller's own records. */
export const ownRecordPermissions: readonly Permission[] = ['time.own'];

/** Those about records that no source system owns. */
const ofRecords: readonly Permission[] = [
  'records.read',
  'records.import',
  'plan.write',
  'publish',
  'time.own',
  'time.approve',
  'time.connector',
];
export const isOfTenant = (permission: Permission): boolean => !ofRecords.includes(permission);

/** Those that write records whose changes can be undone. Registered time is not one of them. */
export const undoPermissions: readonly Permission[] = [
  'records.import',
  'plan.write',
  'users.manage',
  'roles.manage',
  'connectors.manage',
  'settings.manage',
];

/** What a route needs: one of some permissions, any valid credential, or nothing at all. */
export type Access = Permission | readonly Permission[] | 'anyone';

export const allows = (held: readonly Permission[], needed: Access): boolean =>
  needed === 'anyone' ||
  (typeof needed === 'string' ? held.includes(needed) : needed.some((permission) => held.includes(permission)));

/** `plan.write or records.import`. */
export const namesOf = (needed: Access): string => [needed].flat().join(' or ');

/** What an API key asks for in one word; `read` is implied by every other scope, `admin` implies all. */
export const scopes = ['read', 'import', 'plan', 'time', 'admin'] as const;
export type Scope = (typeof scopes)[number];
export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text);

const permissionsOfScope: Readonly<Record<Scope, readonly Permission[]>> = {
  read: ['records.read'],
  import: ['records.read', 'records.import', 'time.connector'],
  plan: ['records.read', 'plan.write', 'publish'],
  time: ['records.read', 'time.connector'],
  admin: permissions,
};

export const permissionsOfScopes = (names: readonly string[]): Permission[] =>
  inOrder(names.filter(isScope).flatMap((scope) => permissionsOfScope[scope]));

/** The scopes that describe some permissions to clients that know scopes only. */
export const scopesOf = (held: readonly Permission[]): Scope[] =>
  scopes.filter((scope) =>
    scope === 'time'
      ? timePermissions.some((permission) => held.includes(permission))
      : permissionsOfScope[scope].every((permission) => held.includes(permission)),
  );

/** Those that reach registered time at all. */
export const timePermissions = ['time.own', 'time.approve', 'time.connector'] as const satisfies readonly Permission[];

/** Each once, in the order of the list. */
export function inOrder(held: Iterable<string>): Permission[] {
  const set = new Set(held);
  return permissions.filter((permission) => set.has(permission));
}

/** How far a key reaches; null is every source system. */
export interface Extent {
  readonly permissions: readonly Permission[];
  readonly sourceApps: readonly string[] | null;
}

/** Whether a credential reaches all that another one does: only then may it make, see or end the other. */
export function isWithin(other: Extent, held: Extent): boolean {
  const own = held.sourceApps?.map(foldKeyPart);
  return (
    other.permissions.every((permission) => held.permissions.includes(permission)) &&
    (own === undefined || (other.sourceApps ?? [null]).every((app) => app !== null && own.includes(foldKeyPart(app))))
  );
}
