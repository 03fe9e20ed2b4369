import { describe, expect, test } from 'vitest';
import { type ClaimRule, claimValues, grantsOf } from '../../src/domain/claim-rules.ts';

const aRule = (rule: Partial<ClaimRule>): ClaimRule => ({
  claim: 'groups',
  roles: [],
  filterValues: [],
  teams: [],
  stop: false,
  ...rule,
});

describe('the values of a claim', () => {
  test.each([
    ['a text', { groups: 'a' }, 'groups', ['a']],
    ['a list', { groups: ['a', 'b', 3, true] }, 'groups', ['a', 'b', '3', 'true']],
    ['a path', { realm_access: { roles: ['planner'] } }, 'realm_access.roles', ['planner']],
    ['a name with dots', { 'https://acme.example/roles': ['x'] }, 'https://acme.example/roles', ['x']],
    ['a whole name before a path', { 'a.b': '1', a: { b: '2' } }, 'a.b', ['1']],
    ['nothing', {}, 'groups', []],
    ['an object', { groups: { a: 1 } }, 'groups', []],
    ['what every object has', {}, 'constructor.name', []],
    ['what every object has, by its name', {}, '__proto__', []],
  ])('%s', (_title, claims, name, values) => {
    expect(claimValues(claims, name)).toEqual(values);
  });
});

describe('rules', () => {
  const rules = [
    aRule({ value: 'Planners', roles: ['planner'], teams: ['North'] }),
    aRule({ matches: 'region-*', roles: ['viewer'], filterValues: [{ group: 'Region', value: 'N' }] }),
    aRule({ claim: 'department', value: 'IT', roles: ['admin'], stop: true }),
    aRule({ value: 'planners', roles: ['timekeeper'] }),
  ];

  test('give what all that match give, in their order, each thing once', () => {
    expect(grantsOf(rules, ['viewer'], { groups: ['planners', 'region-north', 'region-south'] })).toEqual({
      roles: ['planner', 'viewer', 'timekeeper'],
      filterValues: [{ group: 'Region', value: 'N' }],
      teams: ['North'],
      matched: [0, 1, 3],
    });
  });

  test('end with one that says stop', () => {
    expect(grantsOf(rules, [], { department: 'it', groups: 'planners' })).toMatchObject({
      roles: ['planner', 'admin'],
      matched: [0, 2],
    });
  });

  test('leave the default roles to people without a role', () => {
    expect(grantsOf(rules, ['viewer'], { groups: ['cooks'] })).toMatchObject({ roles: ['viewer'], matched: [] });
    expect(grantsOf([aRule({ value: 'a', teams: ['T'] })], ['viewer'], { groups: 'a' })).toMatchObject({
      roles: ['viewer'],
      teams: ['T'],
    });
    expect(grantsOf([], [], {}).roles).toEqual([]);
  });

  test.each([
    ['a*', 'abc', true],
    ['*c', 'abc', true],
    ['a*c', 'abc', true],
    ['a*bc*', 'a-bc-', true],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*b*c', 'acb', false],
    ['ab*ba', 'aba', false],
    ['a.c', 'abc', false],
    ['A*', 'abc', true],
    ['abc', 'abcd', false],
  ])('the pattern %s and %s: %s', (matches, value, fits) => {
    expect(grantsOf([aRule({ matches })], [], { groups: [value] }).matched.length === 1).toBe(fits);
  });

  test('a pattern of many stars takes no longer than it is', () => {
    const began = performance.now();
    const rule = aRule({ matches: `${'*a'.repeat(200)}*b` });
    expect(grantsOf([rule], [], { groups: ['a'.repeat(100_000)] }).matched).toEqual([]);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
