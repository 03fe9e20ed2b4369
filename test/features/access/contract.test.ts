import { describe, expect, test } from 'vitest';
import * as access from '../../../src/features/access/contract.ts';
import * as invitations from '../../../src/features/access/invitations-contract.ts';
import * as modules from '../../../src/features/access/modules-contract.ts';
import * as session from '../../../src/features/access/session-contract.ts';
import { readBy } from '../../support/read-contract.ts';

describe('a user name and a password', () => {
  const bodies = [...access.issueToken.map(({ path, body }) => ({ path, body })), session.signIn];

  test.each(bodies)('of $path keep every character and blank', ({ body }) => {
    const sent = { username: ' Anna\0 ', PASSWORD: ' \ud800x ' };
    expect(readBy<object>(body, sent).read).toMatchObject({ username: ' Anna\0 ', password: ' \ud800x ' });
  });

  test.each(
    bodies.flatMap(({ path, body }) =>
      [
        [{}, 'username'],
        [{ username: 'a' }, 'password'],
        [{ password: 'b' }, 'username'],
        [{ username: '', password: 'b' }, 'username'],
        [{ username: 1, password: 2 }, 'username'],
        [[], 'username'],
      ].map(([sent, parameter]) => ({ path, body, sent, parameter })),
    ),
  )('$path of $sent is refused with REQ015', ({ body, sent, parameter }) => {
    expect(readBy<object>(body, sent)).toEqual({ code: 'REQ015', parameter });
  });

  test.each(bodies)('of $path have at most 320 and 1,024 characters', ({ body }) => {
    const sent = { username: 'a'.repeat(320), password: 'b'.repeat(1024) };
    expect(readBy<object>(body, sent).read).toMatchObject(sent);
    expect(readBy<object>(body, { ...sent, username: 'a'.repeat(321) })).toMatchObject({
      code: 'REQ013',
      parameter: 'username',
    });
    expect(readBy<object>(body, { ...sent, password: 'b'.repeat(1025) })).toMatchObject({
      code: 'REQ013',
      parameter: 'password',
    });
  });
});

test.each<[unknown, string]>([
  [{}, 'REQ015'],
  [[], 'REQ015'],
  [{ password: 5 }, 'REQ015'],
  [{ password: 'x'.repeat(5000) }, 'REQ013'],
])('accepting an invitation with %.40j is refused', (sent, code) => {
  expect(readBy(invitations.acceptInvitation.body, sent)).toEqual({ code, parameter: 'password' });
});

describe('an API key', () => {
  const read = (sent: unknown) => readBy(access.createKey.body, sent);

  test('is read with an instant in UTC; one scope counts as a list of one', () => {
    expect(read({ Name: ' erp ', scopes: 'read', expiresAt: '2030-01-01T00:00' }).read).toEqual({
      name: 'erp',
      scopes: ['read'],
      permissions: [],
      sourceApps: undefined,
      expiresAt: '2029-12-31T23:00:00.000Z',
    });
  });

  test('warns of unknown properties', () => {
    expect(read({ name: 'a', scopes: [], sourceApp: 'ERP' }).warnings).toMatchObject([{ parameter: 'sourceApp' }]);
  });

  test.each<[unknown, string, string]>([
    [{ name: 'a\0b', scopes: ['read'] }, 'REQ016', 'name'],
    [{ scopes: ['read'] }, 'REQ015', 'name'],
    [{ name: 'a', scopes: ['read'], sourceApps: ['\0'] }, 'REQ016', 'sourceApps[0]'],
    [{ name: 'a', scopes: ['read'], sourceApps: ['x'.repeat(101)] }, 'REQ013', 'sourceApps[0]'],
    [{ name: 'a', scopes: [{}] }, 'REQ014', 'scopes[0]'],
    [{ name: 'a', scopes: ['read'], expiresAt: '2026-02-30' }, 'REQ014', 'expiresAt'],
    [{ name: 'a', scopes: ['read'], expiresAt: 12 }, 'REQ014', 'expiresAt'],
    [{ name: 'a', scopes: ['read'], expiresAt: 'Feb 1 2030 nonsense' }, 'REQ014', 'expiresAt'],
  ])('%j is refused', (sent, code, parameter) => {
    expect(read(sent)).toEqual({ code, parameter });
  });
});

describe('a module', () => {
  const enabled = (sent: unknown) => readBy(modules.switchModule.body, { enabled: sent });

  test.each([
    [true, true],
    ['true', true],
    [1, true],
    [0, false],
  ])('%j switches it to %s', (sent, wanted) => {
    expect(enabled(sent).read).toEqual({ enabled: wanted });
  });

  test.each([
    ['perhaps', 'REQ014'],
    [2, 'REQ014'],
    [null, 'REQ015'],
    [undefined, 'REQ015'],
  ])('%j is refused', (sent, code) => {
    expect(enabled(sent)).toEqual({ code, parameter: 'enabled' });
  });
});
