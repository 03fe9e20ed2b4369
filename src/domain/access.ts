import { foldKeyPart } from './natural-key.ts';
import type { EntryStatus } from './time-entry.ts';

/** What a credential may do. `read` is implied by every other scope; `admin` implies all. */
export const scopes = ['read', 'import', 'plan', 'time', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Parts of the product that a tenant can do without. */
export const modules = ['basicMap', 'timeRegistration', 'recommendation', 'optimization'] as const;
export type Module = (typeof modules)[number];

/** Modules whose behaviour may still change between releases. */
export const previewModules: readonly Module[] = ['timeRegistration', 'recommendation'];

export const roles = ['admin', 'planner', 'timekeeper', 'viewer'] as const;
export type Role = (typeof roles)[number];

const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  admin: ['read', 'import', 'plan', 'time', 'admin'],
  planner: ['read', 'plan', 'time'],
  timekeeper: ['read', 'time'],
  viewer: ['read'],
};

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text);
export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);

export const scopesOfRoles = (names: readonly string[]): Scope[] => [
  ...new Set((names.length === 0 ? ['viewer'] : names).filter(isRole).flatMap((role) => scopesOfRole[role])),
];

export const allows = (held: readonly Scope[], needed: Scope): boolean =>
  held.includes('admin') || held.includes(needed) || (needed === 'read' && held.length > 0);

/** How far a key reaches; null is every source system. */
export interface Extent {
  readonly scopes: readonly string[];
  readonly sourceApps: readonly string[] | null;
}

/** Whether a credential reaches all that another one does: only then may it make, see or end the other. */
export function isWithin(other: Extent, held: Extent): boolean {
  const own = held.sourceApps?.map(foldKeyPart);
  const scoped = other.scopes.every((scope) => held.scopes.includes('admin') || held.scopes.includes(scope));
  return (
    scoped &&
    (own === undefined || (other.sourceApps ?? [null]).every((app) => app !== null && own.includes(foldKeyPart(app))))
  );
}

/** A credential as far as rights go: a person who signed in, or an API key. */
export interface Holder {
  readonly isPerson: boolean;
  readonly scopes: readonly Scope[];
}

/** What registered time is to a credential. */
export type TimeRole = 'none' | 'worker' | 'approver' | 'backOffice';

interface TimeRights {
  /** Whose time is read and written. */
  readonly reach: 'none' | 'own' | 'all';
  /** The statuses that an entry may be moved from and to, within the transition table. */
  readonly from: readonly EntryStatus[];
  readonly to: readonly EntryStatus[];
  /** The statuses in which an entry may be deleted. */
  readonly deletes: readonly EntryStatus[];
}

const EVERY: readonly EntryStatus[] = [0, 1, 2, 3, 4, 5];

/** All rights on registered time. An approver is a person with the role planner or admin; the back office is an API key. */
export const timeRights: Readonly<Record<TimeRole, TimeRights>> = {
  none: { reach: 'none', from: [], to: [], deletes: [] },
  worker: { reach: 'own', from: [0, 3, 5], to: [0, 1], deletes: [0, 3] },
  approver: { reach: 'all', from: EVERY, to: EVERY, deletes: EVERY },
  backOffice: { reach: 'all', from: EVERY, to: EVERY, deletes: EVERY },
};

/** The scopes that reach registered time at all. */
export const timeScopes = ['time', 'import'] as const satisfies readonly Scope[];

export function timeRoleOf({ isPerson, scopes: held }: Holder): TimeRole {
  if (!timeScopes.some((scope) => allows(held, scope))) return 'none';
  if (!isPerson) return 'backOffice';
  return allows(held, 'plan') ? 'approver' : 'worker';
}

export const mayMoveEntry = (role: TimeRole, from: EntryStatus, to: EntryStatus): boolean =>
  from === to || (timeRights[role].from.includes(from) && timeRights[role].to.includes(to));
