import { expect, test } from 'vitest';
import * as contract from '../../../src/features/board/contract.ts';
import { readQuery } from '../../support/read-query.ts';

const WINDOW = 'start=2026-03-30&end=2026-03-31';

test.each([
  ['', 'start'],
  ['start=2026-03-30&end=2026-03-29', 'end'],
  ['start=2026-01-01&end=2026-12-31', 'end'],
  [`${WINDOW}&appointments=x`, 'appointments'],
  [`${WINDOW}&appointments=-1`, 'appointments'],
  [`${WINDOW}&appointments=${new Array(1001).fill(1).join()}`, 'appointments'],
])('the board: ?%s is refused and names %s', (query, parameter) => {
  expect(readQuery(contract.readBoard, query)).toEqual({ code: 'REQ008', parameter: parameter });
});

test('the board: ids of appointments may be repeated or separated by commas', () => {
  expect(readQuery(contract.readBoard, `${WINDOW}&appointments=1,2&appointments=3`).read?.appointments).toEqual([
    1, 2, 3,
  ]);
  expect(readQuery(contract.readBoard, `${WINDOW}&appointments=`).read?.appointments).toBeUndefined();
});

test('open tasks: limit has bounds', () => {
  expect(readQuery(contract.listOpenTasks, 'limit=5000')).toEqual({ code: 'REQ008', parameter: 'limit' });
  expect(readQuery(contract.listOpenTasks, '').read).toEqual({ search: undefined, page: 1, limit: 200 });
});

test('open tasks: a search leaves out characters that no record can contain', () => {
  expect(readQuery(contract.listOpenTasks, 'search=a%00b').read?.search).toBe('ab');
  expect(readQuery(contract.listOpenTasks, 'search=%00').read?.search).toBeUndefined();
});
