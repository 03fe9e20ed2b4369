import { expect, test } from 'vitest';
import { type MissingDay, teamRows } from '../../../web/src/time/team/team-rows.ts';

const day = (date: string, registered: number): MissingDay =>
  ({
    resourceNo: 'ANNA',
    date,
    workingInSeconds: 8,
    registeredInSeconds: registered,
    missingInSeconds: 8 - registered,
  }) as MissingDay;

test('hours are missing when the day is over, and expected before', () => {
  const missing = [day('2026-06-01', 2), day('2026-06-02', 3), day('2026-06-03', 0)];
  const [row] = teamRows({ missing, people: [], planned: new Map([['ANNA', 5]]), today: '2026-06-02' });
  expect(row).toMatchObject({ registered: 5, expected: 24, missing: 6, planned: 5 });
  expect([...(row?.days.values() ?? [])].map(({ missingInSeconds }) => missingInSeconds)).toEqual([6, 0, 0]);
});
