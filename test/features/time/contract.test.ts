import { expect, test } from 'vitest';
import * as contract from '../../../src/features/time/contract.ts';
import * as timesheet from '../../../src/features/time/timesheet-contract.ts';
import * as writes from '../../../src/features/time/writes-contract.ts';
import { readBy } from '../../support/read-contract.ts';
import { readQuery } from '../../support/read-query.ts';

const reads = [contract.listEntries, contract.listSessions, contract.summarise, contract.listMissing] as const;

test.each([
  ['no window', '', 'start'],
  ['no start', 'end=2026-06-01', 'start'],
  ['no end', 'start=2026-06-01', 'end'],
  ['an end before the start', 'start=2026-06-02&end=2026-06-01', 'end'],
  ['more than a quarter', 'start=2026-01-01&end=2026-04-04', 'end'],
  ['no date', 'start=soon&end=later', 'start'],
  ['a resource that no text can be', 'start=2026-05-04&end=2026-05-06&resourceNo=%00', 'resourceNo'],
])('every read of registered time refuses %s', (_what, query, parameter) => {
  for (const read of reads)
    expect(readQuery<unknown>(read, query), read.path).toEqual({ code: 'REQ008', parameter: parameter });
});

test('a window of days takes date-times for their days', () => {
  const read = (query: string) => readQuery(contract.listEntries, query).read;
  expect(read('start=2026-06-01T08:00&end=2026-06-01T17:00')).toMatchObject({ start: '2026-06-01', end: '2026-06-02' });
  expect(read('start=2026-06-01T00:00&end=2026-06-08T00:00')).toMatchObject({ start: '2026-06-01', end: '2026-06-08' });
  expect(read('start=2026-01-01T08:00&end=2026-04-02T17:00')).toMatchObject({ end: '2026-04-03' });
  expect(readQuery<unknown>(contract.listEntries, 'start=2026-01-01T08:00&end=2026-04-03T17:00')).toEqual({
    code: 'REQ008',
    parameter: 'end',
  });
});

test('a window of sessions has 92 days to the second', () => {
  const read = (query: string) => readQuery<unknown>(contract.listSessions, query);
  expect(read('start=2026-09-01T00:00&end=2026-12-02T00:00')).toHaveProperty('read');
  expect(read('start=2026-09-01T00:00&end=2026-12-02T00:00:01')).toEqual({ code: 'REQ008', parameter: 'end' });
});

test('a summary is by resource unless it names another key, in any case', () => {
  const window = 'start=2026-05-04&end=2026-05-06';
  expect(readQuery(contract.summarise, window).read?.by).toBe('resource');
  expect(readQuery(contract.summarise, `${window}&BY=Day`).read?.by).toBe('day');
  expect(readQuery(contract.summarise, `${window}&by=colour`)).toEqual({ code: 'REQ008', parameter: 'by' });
});

test.each([
  [timesheet.showTimesheet, 'start=2026-04-06&end=2026-04-13', 'resourceNo'],
  [timesheet.showTimesheet, 'resourceNo=ANNA&start=2026-04-06', 'end'],
  [timesheet.showTimesheet, 'resourceNo=ANNA&start=2026-01-01&end=2026-12-31', 'end'],
  [timesheet.listTasks, 'limit=101', 'limit'],
] as const)('$0.path with $1 is refused and names $2', (read, query, parameter) => {
  expect(readQuery<unknown>(read, query)).toEqual({ code: 'REQ008', parameter: parameter });
});

test('a search takes signs for what they are', () => {
  expect(readQuery(timesheet.listTasks, 'search=%2050%25_').read?.search).toBe('50\\%\\_');
});

test.each<[string, object, string, string]>([
  ['no resource', { resourceNo: '' }, 'REQ015', 'resourceNo'],
  ['no date', { date: null }, 'REQ015', 'date'],
  ['a date that is none', { date: 'soon' }, 'REQ014', 'date'],
  ['ids that are no list', { timeSessionIds: 7 }, 'REQ014', 'timeSessionIds'],
  ['references that are no list', { externalIds: 'all' }, 'REQ014', 'externalIds'],
  ['a reference that is an object', { externalIds: [{}] }, 'REQ014', 'externalIds'],
  ['a reference that is too long', { externalIds: ['x'.repeat(5000)] }, 'REQ013', 'externalIds'],
  ['too many sessions', { timeSessionIds: new Array(1001).fill(1) }, 'REQ014', 'timeSessionIds'],
])('a claim refuses %s', (_what, more, code, parameter) => {
  expect(readBy(writes.claim.body, { resourceNo: 'R', date: '2026-04-01', ...more })).toEqual({ code, parameter });
});

test.each([[[]], ['x'], [null]])('a claim refuses %j, which is no object', (body) => {
  expect(readBy(writes.claim.body, body)).toEqual({ code: 'REQ007' });
});

test.each<[string, object, string, string]>([
  ['no task', { taskNo: '' }, 'REQ015', 'taskNo'],
  ['a type that there is not', { type: 7 }, 'REQ014', 'type'],
  ['a start that is no time', { startedAt: 'soon' }, 'REQ014', 'startedAt'],
])('a start refuses %s', (_what, more, code, parameter) => {
  const body = { sourceApp: 'ERP', sourceType: 'S', resourceNo: 'R', jobNo: 'J', taskNo: 'T', ...more };
  expect(readBy(writes.start.body, body)).toEqual({ code, parameter });
});
