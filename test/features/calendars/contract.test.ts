import { expect, test } from 'vitest';
import * as contract from '../../../src/features/calendars/contract.ts';
import { readQuery } from '../../support/read-query.ts';

test.each([
  ['', 'start'],
  ['start=2026-01-01', 'end'],
  ['start=2026-01-02&end=2026-01-01', 'end'],
  ['start=2026-01-01&end=2026-06-01', 'end'],
])('the working time of a calendar: ?%s is refused and names %s', (query, parameter) => {
  expect(readQuery(contract.showWorkingTime, query)).toEqual({ code: 'REQ008', parameter: parameter });
});
