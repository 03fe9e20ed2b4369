import { describe, expect, test } from 'vitest';
import { timeRoleOf } from '../../src/domain/access.ts';
import {
  allows,
  inOrder,
  isOfTenant,
  isPermission,
  isScope,
  isWithin,
  namesOf,
  type Permission,
  permissions,
  permissionsOfScopes,
  permissionTexts,
  scopes,
  scopesOf,
} from '../../src/domain/permissions.ts';
import {
  builtInRole,
  builtInRoleNames,
  builtInRoles,
  isReservedRole,
  permissionsOfRoles,
} from '../../src/domain/roles.ts';

describe('permissions', () => {
  test('allow what they name and nothing else', () => {
    for (const held of permissions)
      for (const needed of permissions) expect(allows([held], needed)).toBe(held === needed);
  });

  test('one of several is enough, and anyone needs none', () => {
    expect(allows(['plan.write'], ['plan.write', 'records.import'])).toBe(true);
    expect(allows(['records.read'], ['plan.write', 'records.import'])).toBe(false);
    expect(allows([], 'anyone')).toBe(true);
    expect(allows(permissions, [])).toBe(false);
    expect(namesOf(['plan.write', 'records.import'])).toBe('plan.write or records.import');
  });

  test('have a sentence each', () => {
    for (const text of Object.values(permissionTexts)) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  test('are distinguished from other words exactly', () => {
    for (const permission of permissions) expect(isPermission(permission)).toBe(true);
    for (const word of ['Plan.write', '', 'admin', 'constructor']) expect(isPermission(word)).toBe(false);
    for (const scope of scopes) expect(isScope(scope)).toBe(true);
    for (const word of ['Admin', '', 'write', 'toString']) expect(isScope(word)).toBe(false);
  });

  test('come each once, in the order of the list', () => {
    expect(inOrder(['time.own', 'nonsense', 'records.read', 'time.own'])).toEqual(['records.read', 'time.own']);
  });

  test('of users, keys and settings are of the whole tenant; those of records are not', () => {
    expect(permissions.filter((permission) => !isOfTenant(permission))).toEqual([
      'records.read',
      'records.import',
      'plan.write',
      'publish',
      'time.own',
      'time.approve',
      'time.connector',
    ]);
  });
});

describe('scopes', () => {
  test.each([
    ['read', ['records.read']],
    ['import', ['records.read', 'records.import', 'time.connector']],
    ['plan', ['records.read', 'plan.write', 'publish']],
    ['time', ['records.read', 'time.connector']],
    ['admin', permissions],
  ])('%s stands for %j', (scope, held) => {
    expect(permissionsOfScopes([scope])).toEqual(held);
    expect(scopesOf(permissionsOfScopes([scope]))).toContain(scope);
  });

  test('add up; an unknown one gives nothing', () => {
    expect(permissionsOfScopes(['plan', 'time', 'root'])).toEqual([
      'records.read',
      'plan.write',
      'publish',
      'time.connector',
    ]);
  });

  test.each([
    ['admin', ['read', 'import', 'plan', 'time', 'admin']],
    ['planner', ['read', 'plan', 'time']],
    ['timekeeper', ['read', 'time']],
    ['viewer', ['read']],
  ])('of the role %s are %j, as clients that know scopes only have always seen them', (role, held) => {
    expect(scopesOf(permissionsOfRoles([role]))).toEqual(held);
  });
});

describe('roles', () => {
  test('a user without a role is a viewer; an unknown role gives nothing', () => {
    expect(permissionsOfRoles([])).toEqual(['records.read']);
    expect(permissionsOfRoles(['root'])).toEqual([]);
    expect(permissionsOfRoles(['root', 'viewer'])).toEqual(['records.read']);
  });

  test('add up, with those of the tenant', () => {
    expect(permissionsOfRoles(['worker', 'Dispatch'], ['plan.write'])).toEqual([
      'records.read',
      'plan.write',
      'time.own',
    ]);
  });

  test('only an administrator has every permission, users and roles', () => {
    for (const role of builtInRoleNames) {
      const held: readonly Permission[] = builtInRoles[role];
      expect(held.length === permissions.length).toBe(role === 'admin');
      expect(held.includes('users.manage') || held.includes('roles.manage')).toBe(role === 'admin');
    }
  });

  test('have other names, and no tenant can take one of them', () => {
    expect(builtInRole('administrator')).toBe('admin');
    expect(builtInRole('timekeeper')).toBe('worker');
    expect(builtInRole('Planner')).toBeUndefined();
    expect(builtInRole('constructor')).toBeUndefined();
    for (const name of ['admin', 'ADMIN', 'TeamLead', 'Timekeeper']) expect(isReservedRole(name)).toBe(true);
    expect(isReservedRole('Dispatch')).toBe(false);
  });
});

describe('registered time', () => {
  test.each([
    ['viewer', 'none'],
    ['worker', 'worker'],
    ['planner', 'approver'],
    ['teamLead', 'approver'],
    ['admin', 'approver'],
    ['integrator', 'backOffice'],
  ] as const)('the role %s makes: %s', (role, made) => {
    expect(timeRoleOf(builtInRoles[role])).toBe(made);
  });

  test.each([
    ['read', 'none'],
    ['plan', 'none'],
    ['time', 'backOffice'],
    ['import', 'backOffice'],
  ] as const)('the scope %s of a key makes: %s', (scope, made) => {
    expect(timeRoleOf(permissionsOfScopes([scope]))).toBe(made);
  });
});

describe('a key is within another', () => {
  const key = (names: readonly string[], sourceApps: readonly string[] | null) => ({
    permissions: permissionsOfScopes(names),
    sourceApps,
  });
  const all = key(['admin'], null);
  test.each([
    [key(['time'], null), all, true],
    [key(['read'], ['CRM']), key(['admin'], ['crm']), true],
    [key(['read'], []), key(['admin'], ['crm']), true],
    [key(['read'], null), key(['admin'], ['crm']), false],
    [key(['read'], ['CRM', 'ERP']), key(['admin'], ['crm']), false],
    [key(['time', 'import'], null), key(['time'], null), false],
    [all, key(['read', 'import', 'plan', 'time'], null), false],
  ])('case %#', (other, held, expected) => {
    expect(isWithin(other, held)).toBe(expected);
  });
});
