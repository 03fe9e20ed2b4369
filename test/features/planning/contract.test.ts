import { describe, expect, test } from 'vitest';
import * as contract from '../../../src/features/planning/contract.ts';
import { readQuery } from '../../support/read-query.ts';

test.each([
  ['', 'start'],
  ['start=2026-06-08', 'end'],
  ['start=soon&end=2026-06-09', 'start'],
  ['start=2026-06-08&end=2026-02-30', 'end'],
  ['start=0001-01-01&end=2026-04-04', 'start'],
])('availability: ?%s is refused and names %s', (query, parameter) => {
  expect(readQuery(contract.showAvailability, query)).toEqual({ code: 'REQ008', parameter: parameter });
});

describe('capacity', () => {
  test.each([
    ['end=2026-06-09', 'start'],
    ['start=2026-06-08', 'end'],
    ['start=2026-06-08&end=2026-06-08', 'end'],
    ['start=2026-01-01&end=2027-01-03', 'end'],
    ['start=2026-06-08&end=2026-06-09&bucket=month', 'bucket'],
    ['start=2026-06-08&end=2026-06-09&limit=many', 'limit'],
  ])('?%s is refused and names %s', (query, parameter) => {
    expect(readQuery(contract.showCapacity, query)).toEqual({ code: 'REQ008', parameter: parameter });
  });

  test('names resources by folded keys, and keeps further parameters as filters', () => {
    const query = 'start=2026-06-08&end=2026-06-09&resources=r2&resources=R1,&teamCode=north';
    expect(readQuery(contract.showCapacity, query).read).toMatchObject({
      bucket: 'day',
      resources: ['r2', 'r1'],
      further: { teamCode: 'north' },
    });
  });

  test('a number that cannot be stored is that of no resource', () => {
    const read = (query: string) =>
      readQuery(contract.showCapacity, `start=2026-06-08&end=2026-06-09${query}`).read?.resources;
    expect(read('')).toBeUndefined();
    expect(read('&resources=')).toBeUndefined();
    expect(read('&resources=%00')).toEqual([]);
  });
});

test.each([
  ['end=2026-07-01', 'start'],
  ['start=2026-06-01', 'end'],
  ['start=2026-06-01&end=2026-06-01', 'end'],
  ['start=2026-06-01&end=2027-06-03', 'end'],
  ['start=x&end=2026-06-03', 'start'],
  ['start=2026-06-01&end=2026-06-03&rule=none', 'rule'],
  ['start=2026-06-01&end=2026-06-03&severity=fatal', 'severity'],
  ['start=2026-06-01&end=2026-06-03&limit=x', 'limit'],
])('violations: ?%s is refused and names %s', (query, parameter) => {
  expect(readQuery(contract.listViolations, query)).toEqual({ code: 'REQ008', parameter: parameter });
});
