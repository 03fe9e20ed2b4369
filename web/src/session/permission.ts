/** Names of the permissions, as the service has them. */
export const permissions = [
  'records.read',
  'records.import',
  'plan.write',
  'publish',
  'time.own',
  'time.approve',
  'time.connector',
  'users.manage',
  'roles.manage',
  'keys.manage',
  'connectors.manage',
  'setup.apply',
  'settings.manage',
  'imports.manage',
  'audit.read',
] as const;
export type Permission = (typeof permissions)[number];

/** Each must be met: by the one permission, or by any of several. */
export type Needs = readonly (Permission | readonly Permission[])[];

export const meets = (held: readonly string[], needs: Needs): boolean =>
  needs.every((each) => [each].flat().some((permission) => held.includes(permission)));
