import { describe, expect, test } from 'vitest';
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from '../../../src/domain/scim/names.ts';
import { attributesOf, readOperations } from '../../../src/domain/scim/operations.ts';
import { patched } from '../../../src/domain/scim/patch-resource.ts';

const ANNA = {
  userName: 'anna@example.com',
  active: true,
  name: { givenName: 'Anna', familyName: 'Peeters' },
  emails: [{ value: 'anna@example.com', type: 'work', primary: true }],
};
const patch = (resource: object, ...operations: object[]) =>
  patched(resource as never, readOperations({ Operations: operations }));

describe('a PATCH of a user', () => {
  test('as Entra sends it: words in capitals, texts for booleans', () => {
    expect(patch(ANNA, { op: 'Replace', path: 'active', value: 'False' })['active']).toBe(false);
    expect(patch({ ...ANNA, active: false }, { op: 'Add', path: 'active', value: 'True' })['active']).toBe(true);
  });

  test('without a path, as an object with dotted names', () => {
    const next = patch(ANNA, {
      op: 'add',
      value: { 'name.givenName': 'Ann', 'name.formatted': 'Ann Peeters', title: 'Planner', active: 'false' },
    });
    expect(next).toMatchObject({
      name: { givenName: 'Ann', familyName: 'Peeters', formatted: 'Ann Peeters' },
      title: 'Planner',
      active: false,
    });
  });

  test('without a path, of the parts of a complex attribute those that are sent', () => {
    expect(patch(ANNA, { op: 'replace', value: { name: { givenName: 'Ann' } } })['name']).toEqual({
      givenName: 'Ann',
      familyName: 'Peeters',
    });
  });

  test('with a filter changes the value that matches, and makes one where none does', () => {
    const work = { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@example.com' };
    expect(patch(ANNA, work)['emails']).toEqual([{ value: 'new@example.com', type: 'work', primary: true }]);
    const home = { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@example.com' };
    expect(patch(ANNA, home)['emails']).toEqual([...ANNA.emails, { type: 'home', value: 'home@example.com' }]);
    const phone = { op: 'add', path: 'phoneNumbers[type eq "work" and primary eq "True"].value', value: '1' };
    expect(patch(ANNA, phone)['phoneNumbers']).toEqual([{ type: 'work', primary: true, value: '1' }]);
    expect(() => patch(ANNA, { op: 'replace', path: 'emails[type sw "x"].value', value: 'a' })).toThrow(/no value/);
  });

  test('with the schema in front of the attribute', () => {
    const next = patch(
      ANNA,
      { op: 'Add', path: `${ENTERPRISE_SCHEMA}:department`, value: 'Service' },
      { op: 'Replace', path: `${USER_SCHEMA}:displayName`, value: 'Anna P.' },
      { op: 'add', value: { [`${ENTERPRISE_SCHEMA}:employeeNumber`]: '17' } },
      { op: 'add', path: `${ENTERPRISE_SCHEMA.toLowerCase()}:manager.displayName`, value: 'Bob' },
    );
    expect(next).toMatchObject({
      displayName: 'Anna P.',
      [ENTERPRISE_SCHEMA]: { department: 'Service', employeeNumber: '17', manager: { displayName: 'Bob' } },
    });
    const without = patch(next, { op: 'Remove', path: `${ENTERPRISE_SCHEMA}:department` });
    expect(without[ENTERPRISE_SCHEMA]).toEqual({ employeeNumber: '17', manager: { displayName: 'Bob' } });
    expect(patch(next, { op: 'remove', path: ENTERPRISE_SCHEMA })).not.toHaveProperty([ENTERPRISE_SCHEMA]);
  });

  test('removes attributes, parts and values', () => {
    expect(patch(ANNA, { op: 'remove', path: 'name.givenName' })['name']).toEqual({ familyName: 'Peeters' });
    expect(patch(ANNA, { op: 'remove', path: 'name' })).not.toHaveProperty('name');
    expect(patch(ANNA, { op: 'remove', path: 'emails[type eq "work"]' })).not.toHaveProperty('emails');
    expect(patch(ANNA, { op: 'remove', path: 'emails[type eq "home"]' })['emails']).toEqual(ANNA.emails);
    expect(patch(ANNA, { op: 'replace', path: 'name.givenName', value: null })['name']).toEqual({
      familyName: 'Peeters',
    });
  });

  test('adds values once, and replaces all of them', () => {
    const more = { value: 'b@example.com', type: 'other' };
    const added = patch(ANNA, { op: 'add', path: 'emails', value: [more, ANNA.emails[0]] });
    expect(added['emails']).toEqual([...ANNA.emails, more]);
    expect(patch(ANNA, { op: 'replace', path: 'emails', value: more })['emails']).toEqual([more]);
  });

  test('ignores what the service decides, and never keeps a password', () => {
    const value = {
      id: '9',
      meta: {},
      schemas: [],
      groups: [{ value: '1' }],
      roles: [{ value: 'admin' }],
      password: 'x',
    };
    expect(patch(ANNA, { op: 'replace', value })).toEqual(ANNA);
  });

  test('leaves what it was given as it was', () => {
    const before = structuredClone(ANNA);
    patch(ANNA, { op: 'replace', path: 'emails[type eq "work"].value', value: 'x' });
    expect(ANNA).toEqual(before);
  });

  test.each<[object, RegExp]>([
    [{}, /Operations: must be a list/],
    [{ Operations: [] }, /Operations: must be a list/],
    [{ Operations: ['x'] }, /op: must be add, replace or remove/],
    [{ Operations: [{ op: 'move', path: 'a' }] }, /op: must be/],
    [{ Operations: [{ op: 'remove' }] }, /remove needs a path/],
    [{ Operations: [{ op: 'add', value: 'x' }] }, /must be an object/],
    [{ Operations: [{ op: 'add', path: 'a b', value: 1 }] }, /is not an attribute/],
    [{ Operations: [{ op: 'add', path: '__proto__', value: {} }] }, /is not an attribute/],
    [{ Operations: [{ op: 'add', value: { '__proto__.x': 1 } }] }, /is not an attribute/],
    [{ Operations: [{ op: 'add', path: 5, value: {} }] }, /path: must be a text/],
    [{ Operations: [{ op: 'replace', path: 'active', value: 'perhaps' }] }, /must be true or false/],
    [{ Operations: Array.from({ length: 1001 }, () => ({ op: 'add', value: {} })) }, /at most 1000/],
    [
      { Operations: [{ op: 'add', path: 'emails', value: Array.from({ length: 60 }, (_, i) => `${i}`) }] },
      /at most 50/,
    ],
  ])('is refused: %.80j', (body, message) => {
    expect(() => patched({}, readOperations(body))).toThrow(message);
  });

  test('a whole resource is read with the same quirks', () => {
    const body = { UserName: 'a@b', 'name.givenName': 'A', ACTIVE: 'True', [`${USER_SCHEMA}:title`]: 'T', schemas: [] };
    expect(patched({}, attributesOf(body, 'replace'))).toEqual({
      userName: 'a@b',
      name: { givenName: 'A' },
      active: true,
      title: 'T',
    });
  });
});
