import { describe, expect, test } from 'vitest';
import { grantsOf, roleNames } from '../../../src/domain/scim/group-grants.ts';
import { readOperations } from '../../../src/domain/scim/operations.ts';
import { groupChange } from '../../../src/domain/scim/patch-group.ts';
import { selected, selectionOf } from '../../../src/domain/scim/select-attributes.ts';

const change = (...operations: object[]) => {
  const { added, removed, ...rest } = groupChange(readOperations({ Operations: operations }));
  return { ...rest, added: [...added], removed: [...removed] };
};
const members = (...ids: string[]) => ids.map((value) => ({ value }));

describe('operations on a group', () => {
  test('add and remove members, the last one counts', () => {
    expect(
      change(
        { op: 'Add', path: 'members', value: members('1', '2') },
        { op: 'Remove', path: 'members[value eq "1"]' },
        { op: 'Remove', path: 'members', value: members('3') },
        { op: 'add', value: { members: members('4') } },
      ),
    ).toEqual({ keepsMembers: true, added: ['2', '4'], removed: ['1', '3'] });
  });

  test('replace all members, or remove them all', () => {
    const add = { op: 'add', path: 'members', value: members('9') };
    expect(change(add, { op: 'replace', path: 'members', value: members('1') })).toEqual({
      keepsMembers: false,
      added: ['1'],
      removed: [],
    });
    expect(change(add, { op: 'remove', path: 'members' })).toEqual({ keepsMembers: false, added: [], removed: [] });
  });

  test('rename it as Okta does, with its id in the value', () => {
    expect(change({ op: 'replace', value: { id: '7', displayName: ' Planners ' } })).toEqual({
      displayName: 'Planners',
      keepsMembers: true,
      added: [],
      removed: [],
    });
    expect(change({ op: 'Remove', path: 'externalId' })).toMatchObject({ externalId: null });
  });

  test.each([
    [{ op: 'add', path: 'members', value: [{}] }, /members\[0\]\.value/],
    [{ op: 'remove', path: 'members[display eq "x"]' }, /value eq/],
    [{ op: 'replace', path: 'displayName', value: '' }, /displayName/],
    [{ op: 'replace', path: 'displayName', value: 'x'.repeat(300) }, /displayName/],
    [
      { op: 'add', path: 'members', value: members(...Array.from({ length: 10_001 }, (_, i) => `${i}`)) },
      /at most 10000/,
    ],
  ])('are refused: %.80j', (operation, message) => {
    expect(() => change(operation)).toThrow(message);
  });
});

describe('what groups give', () => {
  const known = roleNames(['Dispatcher']);
  const none = { roles: [], grantedRoles: [], teams: [], grantedTeams: [], values: [], grantedValues: [] };
  const group = (displayName: string, more = {}) => ({
    displayName,
    roles: null,
    teams: [],
    filterValues: [],
    ...more,
  });

  test('a group with the name of a role gives that role', () => {
    expect(grantsOf(none, [group('PLANNER'), group('dispatcher'), group('Administrator')], known)).toMatchObject({
      roles: ['planner', 'Dispatcher', 'admin'],
      grantedRoles: ['planner', 'Dispatcher', 'admin'],
    });
    expect(grantsOf(none, [group('Sales')], known).roles).toEqual([]);
  });

  test('what a group gave goes with it; what an administrator gave stays', () => {
    const mixed = { ...none, roles: ['viewer', 'planner'], grantedRoles: ['planner'] };
    expect(grantsOf(mixed, [], known)).toMatchObject({ roles: ['viewer'], grantedRoles: [] });
    const manual = { ...none, roles: ['planner'] };
    const joined = grantsOf(manual, [group('planner')], known);
    expect(joined).toMatchObject({ roles: ['planner'], grantedRoles: [] });
    expect(grantsOf({ ...manual, ...joined }, [], known).roles).toEqual(['planner']);
  });

  test('a rule gives roles, teams and filter values instead', () => {
    const north = { group: 'Region', value: 'North' };
    const south = { group: 'Region', value: 'South' };
    const rule = group('Sales', { roles: ['viewer', 'gone'], teams: ['T1'], filterValues: [north] });
    const first = grantsOf({ ...none, values: [south] }, [rule, rule], known);
    expect(first).toMatchObject({ roles: ['viewer'], teams: ['T1'], addedValues: [north], removedValues: [] });
    const later = { ...none, ...first, values: [south, { group: 'REGION', value: 'north' }] };
    expect(grantsOf(later, [], known)).toMatchObject({
      roles: [],
      teams: [],
      addedValues: [],
      removedValues: [{ group: 'REGION', value: 'north' }],
      grantedValues: [],
    });
  });
});

test('attributes and excludedAttributes choose what is shown', () => {
  const resource = { schemas: ['x'], id: '1', userName: 'a', name: { givenName: 'A', familyName: 'B' }, members: [1] };
  const show = (attributes: string[], excluded: string[] = []) => selected(resource, selectionOf(attributes, excluded));
  expect(show([])).toBe(resource);
  expect(show(['USERNAME', 'name.familyName'])).toEqual({
    schemas: ['x'],
    id: '1',
    userName: 'a',
    name: { familyName: 'B' },
  });
  expect(show([], ['members', 'id', 'name.givenName'])).toEqual({
    schemas: ['x'],
    id: '1',
    userName: 'a',
    name: { familyName: 'B' },
  });
  expect(show(['urn:ietf:params:scim:schemas:core:2.0:User:userName'])).toMatchObject({ userName: 'a' });
});
