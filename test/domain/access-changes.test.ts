import { expect, test } from 'vitest';
import { rightsChanges } from '../../src/domain/access-changes.ts';

const change = (
  entity: string,
  action: 'created' | 'updated' | 'deleted',
  before: object | null,
  after: object | null,
) => ({
  entity,
  key: 'a@b',
  action,
  before: before && JSON.stringify(before),
  after: after && JSON.stringify(after),
});

test('a change of a user that gives or takes no right is none', () => {
  expect(rightsChanges([change('User', 'updated', { displayName: 'A' }, { displayName: 'B' })])).toEqual([]);
  expect(rightsChanges([change('Job', 'created', null, { jobNo: '1' })])).toEqual([]);
});

test('several rights that change at once are each named', () => {
  const before = { enabled: true, roles: ['admin'], teams: ['A'] };
  const after = { enabled: false, roles: [], teams: ['A'] };
  expect(rightsChanges([change('User', 'updated', before, after)])).toEqual([
    { kind: 'user.deactivated', subject: 'user:a@b', detail: {} },
    { kind: 'user.rolesChanged', subject: 'user:a@b', detail: { before: ['admin'], after: [] } },
  ]);
});

test('filter values of a user limit what the person sees', () => {
  const value = { email: 'A@b', filterGroup: 'Region', value: 'North' };
  expect(rightsChanges([change('UserFilterValue', 'created', null, value)])).toEqual([
    { kind: 'user.visibilityChanged', subject: 'user:A@b', detail: { created: value } },
  ]);
});

test('a role whose permissions stay is not noted', () => {
  const was = { name: 'Desk', permissions: ['records.read'] };
  expect(rightsChanges([change('Role', 'updated', was, { ...was, description: 'x' })])).toEqual([]);
  expect(rightsChanges([change('Role', 'deleted', was, null)])).toEqual([
    { kind: 'role.deleted', subject: 'role:Desk', detail: { permissions: ['records.read'] } },
  ]);
});
