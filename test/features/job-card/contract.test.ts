import { expect, test } from 'vitest';
import { readJobCard } from '../../../src/features/job-card/contract.ts';
import { readQuery } from '../../support/read-query.ts';

test.each([
  ['', 'appointment'],
  ['appointment=1&task=2', 'appointment'],
  ['appointment=0', 'appointment'],
  ['task=1.5', 'task'],
  ['task=1&task=2', 'task'],
])('the job card: ?%s is refused and names %s', (query, parameter) => {
  expect(readQuery(readJobCard, query)).toMatchObject({ parameter });
});

test('the job card: one id is enough', () => {
  expect(readQuery(readJobCard, 'task=7').read).toEqual({ appointment: undefined, task: 7 });
});
