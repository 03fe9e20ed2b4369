/** What a credential may do. `read` is implied by every other scope; `admin` implies all. */
export const scopes = ['read', 'import', 'plan', 'time', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Parts of the product that a tenant can do without. */
export const modules = ['basicMap', 'timeRegistration', 'recommendation', 'optimization'] as const;
export type Module = (typeof modules)[number];

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
