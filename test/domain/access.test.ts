import { describe, expect, test } from 'vitest';
import {
  allows,
  isRole,
  isScope,
  isWithin,
  roles,
  scopes,
  scopesOfRoles,
  timeRoleOf,
} from '../../src/domain/access.ts';

describe('scopes', () => {
  test.each(scopes)('%s allows itself and reading, and nothing else unless it is admin', (held) => {
    for (const needed of scopes)
      expect(allows([held], needed)).toBe(held === 'admin' || held === needed || needed === 'read');
  });

  test('without a scope not even reading is allowed', () => {
    for (const needed of scopes) expect(allows([], needed)).toBe(false);
  });

  test('are distinguished from other words exactly', () => {
    for (const scope of scopes) expect(isScope(scope)).toBe(true);
    for (const word of ['Admin', '', 'write', 'constructor']) expect(isScope(word)).toBe(false);
    for (const role of roles) expect(isRole(role)).toBe(true);
    for (const word of ['Planner', '', 'root', 'toString']) expect(isRole(word)).toBe(false);
  });
});

describe('roles', () => {
  test.each([
    ['admin', ['read', 'import', 'plan', 'time', 'admin']],
    ['planner', ['read', 'plan', 'time']],
    ['timekeeper', ['read', 'time']],
    ['viewer', ['read']],
  ])('%s has the scopes %j', (role, held) => {
    expect(scopesOfRoles([role])).toEqual(held);
  });

  test('a user without a role is a viewer', () => {
    expect(scopesOfRoles([])).toEqual(['read']);
  });

  test('an unknown role gives nothing', () => {
    expect(scopesOfRoles(['root'])).toEqual([]);
    expect(scopesOfRoles(['root', 'viewer'])).toEqual(['read']);
  });

  test('several roles add up, each scope once', () => {
    expect(scopesOfRoles(['timekeeper', 'planner']).sort()).toEqual(['plan', 'read', 'time']);
  });

  test('only an administrator may import or administer', () => {
    for (const role of roles)
      for (const needed of ['import', 'admin'] as const)
        expect(allows(scopesOfRoles([role]), needed)).toBe(role === 'admin');
  });
});

describe('registered time', () => {
  test.each([
    ['viewer', true, ['viewer'], 'none'],
    ['timekeeper', true, ['timekeeper'], 'worker'],
    ['timekeeper and viewer', true, ['timekeeper', 'viewer'], 'worker'],
    ['planner', true, ['planner'], 'approver'],
    ['admin', true, ['admin'], 'approver'],
  ] as const)('makes of a person with the role %s what the table says', (_name, isPerson, held, role) => {
    expect(timeRoleOf({ isPerson, scopes: scopesOfRoles(held) })).toBe(role);
  });

  test.each([
    ['read', 'none'],
    ['plan', 'none'],
    ['time', 'backOffice'],
    ['import', 'backOffice'],
    ['admin', 'backOffice'],
  ] as const)('makes of a key with the scope %s: %s', (scope, role) => {
    expect(timeRoleOf({ isPerson: false, scopes: [scope] })).toBe(role);
  });
});

describe('a key is within another', () => {
  const all = { scopes: ['admin'], sourceApps: null };
  test.each([
    [{ scopes: ['time'], sourceApps: null }, all, true],
    [{ scopes: ['read'], sourceApps: ['CRM'] }, { scopes: ['admin'], sourceApps: ['crm'] }, true],
    [{ scopes: ['read'], sourceApps: [] }, { scopes: ['admin'], sourceApps: ['crm'] }, true],
    [{ scopes: ['read'], sourceApps: null }, { scopes: ['admin'], sourceApps: ['crm'] }, false],
    [{ scopes: ['read'], sourceApps: ['CRM', 'ERP'] }, { scopes: ['admin'], sourceApps: ['crm'] }, false],
    [{ scopes: ['time', 'import'], sourceApps: null }, { scopes: ['time'], sourceApps: null }, false],
    [all, { scopes: ['read', 'import', 'plan', 'time'], sourceApps: null }, false],
  ])('%j in %j: %s', (other, held, expected) => {
    expect(isWithin(other, held)).toBe(expected);
  });
});
