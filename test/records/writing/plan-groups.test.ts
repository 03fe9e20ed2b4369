import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCalls } from '../../../src/records/writing/parse-calls.ts';
import { type Group, planGroups } from '../../../src/records/writing/plan-groups.ts';
import type { SentCall } from '../../../src/records/writing/sent-call.ts';
import { runs } from '../../support/random-cases.ts';
import {
  batchOf,
  calendars,
  categories,
  clearTaskValues,
  deleteTaskValue,
  filters,
  jobsAndTasks,
  resources,
  sent,
  upsertTaskValue,
  upsertTaskWithJob,
} from './batches.ts';
import { Memory } from './memory.ts';
import { parseContext } from './parse-context.ts';

async function plan(batch: readonly SentCall[]): Promise<{ groups: Group[]; oneByOne: Group[] }> {
  const { calls, results } = await parseCalls(batch, parseContext);
  expect(results).toEqual([]);
  return { groups: planGroups(calls), oneByOne: calls.map((call) => ({ shape: call.shape, calls: [call] })) };
}

const run = (groups: readonly Group[]): Memory => {
  const memory = new Memory();
  for (const group of groups) memory.write(group);
  return memory;
};

async function sameAsOneByOne(batch: readonly SentCall[]): Promise<void> {
  const { groups, oneByOne } = await plan(batch);
  const [planned, literal] = [run(groups), run(oneByOne)];
  expect(planned.outcomes).toEqual(literal.outcomes);
  expect(planned.state()).toEqual(literal.state());
}

const key = { SourceApp: 'ERP', SourceType: 'S' };
const aJob = (n: number) => sent('mboc_upsertJob', { ...key, JobNo: `J${n}`, ShortDescription: 'x' });
const aTask = (n: number, more = {}) =>
  sent('mboc_upsertTask', { ...key, JobNo: `J${n}`, TaskNo: 'T', ShortDescription: 'x', ...more });
const aClear = (n: number) => sent('mboc_ClearTaskFilterValue', { ...key, JobNo: `J${n}`, TaskNo: 'T' });
const aValue = (n: number, value: string) =>
  sent('mboc_upsertTaskFilterValue', { ...key, JobNo: `J${n}`, TaskNo: 'T', FilterGroup: 'G', FilterValue: value });
const aValueGone = (n: number, value: string) =>
  sent('mboc_deleteTaskFilterValue', { ...key, JobNo: `J${n}`, TaskNo: 'T', FilterGroup: 'G', FilterValue: value });
const many = <T>(n: number, make: (i: number) => T[]): T[] => Array.from({ length: n }, (_, i) => make(i)).flat();

const values = fc.oneof(upsertTaskValue, deleteTaskValue, clearTaskValues);
const tasksWithValues = many(2, (i) => [aJob(i + 1), aTask(i + 1, { TaskNo: 'T1' }), aTask(i + 1, { TaskNo: 'T2' })]);

describe('executing the groups gives the same outcomes and the same records as executing the calls one by one', () => {
  test.each([
    ['jobs, tasks, filter values, clears and deletes', batchOf(jobsAndTasks), 1500],
    ['filter values of tasks that are there', batchOf(values, 12).map((batch) => [...tasksWithValues, ...batch]), 700],
    ['the same with filter groups and values that are deleted', batchOf(fc.oneof(jobsAndTasks, filters)), 700],
    ['tasks that make their jobs', batchOf(fc.oneof(jobsAndTasks, upsertTaskWithJob, upsertTaskWithJob)), 700],
    ['calendars below calendars', batchOf(calendars), 700],
    ['categories that jobs name', batchOf(fc.oneof(jobsAndTasks, categories)), 500],
    ['resources that make their types', batchOf(resources), 700],
  ])('for %s', async (_what, batches, all) => {
    await fc.assert(fc.asyncProperty(batches, sameAsOneByOne), { numRuns: runs(all / 5, all) });
  });

  test('a value deleted after its clear is gone already, whatever else is deleted in that step', () =>
    sameAsOneByOne([
      ...many(2, (i) => [aJob(i), aTask(i), aValue(i, 'a')]),
      aValueGone(1, 'a'),
      aClear(0),
      aValueGone(0, 'a'),
    ]));

  test('a task finds the job that an earlier task made, whatever it looks like itself', () =>
    sameAsOneByOne([aTask(0), aTask(1, { CreateJob: true, Note: 'n' }), aTask(1, { TaskNo: 'T2' })]));

  test('a task does not find the job that only a later task makes', () =>
    sameAsOneByOne([aTask(0), aTask(0, { TaskNo: 'T2', CreateJob: true })]));

  test('a calendar can go once the one below it has gone', () =>
    sameAsOneByOne([
      sent('mboc_upsertCalendar', { CalendarCode: 'up' }),
      sent('mboc_upsertCalendar', { CalendarCode: 'down', ParentCode: 'up' }),
      sent('mboc_deleteCalendar', { CalendarCode: 'down' }),
      sent('mboc_deleteCalendar', { CalendarCode: 'up' }),
    ]));
});

describe('groups', () => {
  const anything = batchOf(fc.oneof(jobsAndTasks, filters, calendars, categories, resources, upsertTaskWithJob), 30);

  test('hold every call exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (batch) => {
        const { groups } = await plan(batch);
        const indexes = groups.flatMap(({ calls }) => calls.map(({ index }) => index));
        expect(indexes.sort((a, b) => a - b)).toEqual(batch.map((_, index) => index));
      }),
      { numRuns: 500 },
    );
  });

  test('hold no key twice, and calls of one shape only', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (batch) => {
        for (const { shape, calls } of (await plan(batch)).groups) {
          expect(new Set(calls.map((call) => call.key)).size).toBe(calls.length);
          expect(new Set(calls.map((call) => call.shape.id))).toEqual(new Set([shape.id]));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('keep calls for the same key in the order sent', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (batch) => {
        const seen = new Map<string, number>();
        for (const { shape, calls } of (await plan(batch)).groups)
          for (const call of calls) {
            if (shape.procedure.action === 'clear') continue;
            const name = `${shape.procedure.model.name}|${call.key}`;
            expect(call.index).toBeGreaterThan(seen.get(name) ?? -1);
            seen.set(name, call.index);
          }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['job, task, job, task', many(50, (i) => [aJob(i), aTask(i)]), ['mboc_upsertJob', 'mboc_upsertTask']],
    [
      'clear, value, value, clear, value, value',
      many(50, (i) => [aClear(i), aValue(i, 'a'), aValue(i, 'b')]),
      ['mboc_ClearTaskFilterValue', 'mboc_upsertTaskFilterValue'],
    ],
    [
      'job, task, clear, value, job, task, clear, value',
      many(50, (i) => [aJob(i), aTask(i), aClear(i), aValue(i, 'a')]),
      ['mboc_upsertJob', 'mboc_ClearTaskFilterValue', 'mboc_upsertTask', 'mboc_upsertTaskFilterValue'],
    ],
    ['the same job twice', [aJob(1), aJob(1)], ['mboc_upsertJob', 'mboc_upsertJob']],
    ['jobs that differ', many(50, (i) => [aJob(i)]), ['mboc_upsertJob']],
    ['deletes of one kind', many(50, (i) => [sent('mboc_deleteJob', { ...key, JobNo: `J${i}` })]), ['mboc_deleteJob']],
    ['tasks that each make their job', many(50, (i) => [aTask(i, { CreateJob: true })]), ['mboc_upsertTask']],
    ['nothing', [], []],
  ])('%s: as few as possible', async (_what, batch, procedures) => {
    const { groups } = await plan(batch);
    expect(groups.map(({ shape }) => shape.procedure.name)).toEqual(procedures);
  });

  test('parameters in another order are the same shape, other parameters are another', async () => {
    const turned = sent('mboc_upsertJob', { ShortDescription: 'x', JobNo: 'J9', ...key });
    expect((await plan([aJob(1), turned])).groups).toHaveLength(1);
    const more = sent('mboc_upsertJob', { ...key, JobNo: 'J9', ShortDescription: 'x', Note: 'n' });
    expect((await plan([aJob(1), more])).groups).toHaveLength(2);
  });

  test('a delete that takes a tree with it stands between what came before and what comes after', async () => {
    const { groups } = await plan([aJob(1), sent('mboc_deleteJob', { ...key, JobNo: 'J2' }), aJob(3)]);
    expect(groups.map(({ calls }) => calls.map(({ index }) => index))).toEqual([[0], [1], [2]]);
  });
});
