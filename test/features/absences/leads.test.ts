import { describe, expect, test } from 'vitest';
import { leadsOf } from '../../../src/features/absences/absence-mails.ts';

const user = (email: string, roles: readonly string[], more: object = {}) => ({
  email,
  roles,
  language: null,
  rolePermissions: [],
  resourceNo: null,
  filterValues: null,
  categories: [],
  timeMarkers: [],
  teams: [],
  ...more,
});
const anna = { id: 1, resourceNo: 'ANNA', name: 'Anna', teamCode: 'NORTH', teamName: null, values: null };
const names = (users: readonly { email: string }[]): string[] => users.map(({ email }) => email);

describe('those who get the mail about a request', () => {
  const planner = user('planner', ['planner']);
  const north = user('north', ['teamLead'], { teams: ['north'] });
  const south = user('south', ['teamLead'], { teams: ['SOUTH'] });
  const own = user('own', ['own role'], { rolePermissions: ['time.approve'] });

  test('are the leads of the team, and all who decide where the team has none', () => {
    expect(names(leadsOf([planner, north, south, user('worker', ['worker'])], anna))).toEqual(['north']);
    expect(names(leadsOf([planner, south, own], anna))).toEqual(['planner', 'own']);
    expect(names(leadsOf([planner, north], { ...anna, teamCode: null }))).toEqual(['planner', 'north']);
  });

  test('see the resource, and are not the one who asks', () => {
    const limited = user('limited', ['teamLead'], { filterValues: [['Region', 'East']] });
    expect(names(leadsOf([limited], { ...anna, values: [['region', 'west']] }))).toEqual([]);
    expect(names(leadsOf([limited], { ...anna, values: [['region', 'east']] }))).toEqual(['limited']);
    expect(names(leadsOf([{ ...planner, resourceNo: 'anna' }], anna))).toEqual([]);
  });
});
