import { expect, test } from 'vitest';
import { listAppointments } from '../../../src/features/appointments/contract.ts';
import { readQuery } from '../../support/read-query.ts';

const JUNE = 'startDate=2026-06-01&endDate=2026-07-01';

test.each([
  ['', 'startDate'],
  ['startDate=2026-06-01', 'endDate'],
  ['startDate=2026-06-01&endDate=2026-06-01', 'endDate'],
  ['startDate=2026-06-01&endDate=2027-06-03', 'endDate'],
  [`${JUNE}&page=0`, 'page'],
  [`${JUNE}&limit=-1`, 'limit'],
  [`${JUNE}&limit=10001`, 'limit'],
])('appointments: ?%s is refused and names %s', (query, parameter) => {
  expect(readQuery(listAppointments, query)).toEqual({ code: 'REQ008', parameter: parameter });
});

test('appointments: resources are named by folded keys', () => {
  expect(readQuery(listAppointments, `${JUNE}&resources=R1&resources=R2`).read?.resources).toEqual(['r1', 'r2']);
});
