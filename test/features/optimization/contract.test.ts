import { describe, expect, test } from 'vitest';
import { usualOptions } from '../../../src/engine/optimization/request.ts';
import { applyProposal, insertTask, planVisits, spreadBudgets } from '../../../src/features/optimization/contract.ts';
import { insertRequest, spreadRequest, visitsRequest } from '../../../src/features/optimization/run-request.ts';
import { bodyReader, refusalOf } from '../../support/body-reader.ts';

const NOW = Date.parse('2026-06-01T05:00:00Z');
const window = { start: '2026-06-01', end: '2026-06-02' };
const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'T' };

const visits = bodyReader(planVisits);
const budgets = bodyReader(spreadBudgets);
const insertion = bodyReader(insertTask);
const visitsOf = (more: object = {}) => visitsRequest(visits.read({ ...window, ...more }), NOW);

describe('a run of visits', () => {
  test('covers whole days in the zone of the tenant, with defaults for its options', () => {
    expect(visitsOf()).toEqual({
      ...usualOptions,
      kind: 'fieldService',
      start: Date.parse('2026-05-31T22:00Z'),
      end: Date.parse('2026-06-02T22:00Z'),
    });
    expect(Object.values(visitsOf())).not.toContain(undefined);
  });

  test('reads options in any case, numbers as texts and one value for a list', () => {
    const sent = {
      Resources: 'ANNA',
      TASKS: { ...task, jobNo: 5 },
      movePlanned: 'false',
      objective: { TRAVEL: '2', balance: null },
      maxSeconds: '30',
      freezeBefore: '2026-06-01T12:00:00+02:00',
    };
    expect(visitsOf(sent)).toMatchObject({
      resources: ['ANNA'],
      tasks: [{ ...task, jobNo: '5' }],
      movePlanned: false,
      objective: { ...usualOptions.objective, travel: 2 },
      maxSeconds: 30,
      freezeBefore: Date.parse('2026-06-01T10:00Z'),
    });
    expect(visitsOf({ filter: { jobNo: 'J1' } }).filter).toEqual({
      category: [],
      requirement: [],
      sourceApp: [],
      jobNo: ['J1'],
      text: null,
    });
  });

  test.each<[string, Record<string, unknown>, string, string, RegExp]>([
    ['no start', { start: undefined }, 'REQ015', 'start', /a value is required/],
    ['an end before the start', { end: '2026-05-31' }, 'REQ014', 'end', /must be after start/],
    ['a window in the past', { start: '2026-05-01', end: '2026-05-02' }, 'REQ014', 'end', /is in the past/],
    ['a window that is too long', { end: '2026-07-15' }, 'REQ014', 'end', /at most 31 days/],
    ['no resources', { resources: [] }, 'REQ033', 'resources', /at least one element/],
    ['too many resources', { resources: Array(501).fill('A') }, 'REQ014', 'resources', /at most 500/],
    ['no tasks', { tasks: [] }, 'REQ033', 'tasks', /at least one element/],
    ['too many tasks', { tasks: Array(3001).fill(task) }, 'REQ014', 'tasks', /at most 3000/],
    ['a task without its key', { tasks: [{ jobNo: 'J1' }] }, 'REQ015', 'tasks[0].sourceApp', /a value is required/],
    ['a task that is no object', { tasks: ['J1'] }, 'REQ007', 'tasks[0]', /must be an object/],
    ['tasks and a filter', { tasks: [task], filter: {} }, 'REQ014', 'filter', /tasks or a filter/],
    ['a text that cannot be stored', { filter: { text: 'a\u0000' } }, 'REQ016', 'filter.text', /cannot be stored/],
    ['an unknown objective', { objective: { speed: 1 } }, 'REQ035', 'objective.speed', /available are served, travel/],
    ['a negative objective', { objective: { travel: -1 } }, 'REQ014', 'objective.travel', /must be from 0 to 1000/],
    ['objectives that are no object', { objective: 1 }, 'REQ007', 'objective', /must be an object/],
    [
      'objectives that are all 0',
      { objective: Object.fromEntries(Object.keys(usualOptions.objective).map((name) => [name, 0])) },
      'REQ014',
      'objective',
      /at least one must be more than 0/,
    ],
    ['more time than there is', { maxSeconds: 601 }, 'REQ014', 'maxSeconds', /must be from 1 to 600/],
    ['half a round', { iterations: 0.5 }, 'REQ014', 'iterations', /must be a whole number/],
    ['a flag that is none', { commuteIsWork: 'perhaps' }, 'REQ014', 'commuteIsWork', /true or false/],
  ])('%s is refused by name', (_what, more, code, parameter, message) => {
    expect(refusalOf(() => visitsOf(more))).toMatchObject({
      code,
      parameter,
      message: expect.stringMatching(message),
    });
  });

  test('warns of options that are not known, with the nearest name', () => {
    expect(
      visits.warnings({ ...window, maxSecond: 5, filter: { jobNos: 'J1' } }).map(({ message }) => message),
    ).toEqual([
      'Unknown property maxSecond was ignored. Did you mean maxSeconds?',
      'Unknown property filter.jobNos was ignored. Did you mean jobNo?',
    ]);
  });
});

describe('a run of budgets', () => {
  const budgetsOf = (more: object = {}) => spreadRequest(budgets.read({ ...window, ...more }), NOW);

  test('has options of its own, and the defaults of the others', () => {
    expect(budgetsOf({ utilization: 0.8, maxMinutesPerDay: '240' })).toMatchObject({
      ...usualOptions,
      kind: 'professionalServices',
      utilization: 0.8,
      maxMinutesPerDay: 240,
    });
    expect(budgets.warnings({ ...window, seed: 1 })).toMatchObject([{ parameter: 'seed' }]);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ utilization: 0 }, 'utilization'],
    [{ maxMinutesPerDay: 0 }, 'maxMinutesPerDay'],
    [{ end: '2026-10-01' }, 'end'],
  ])('%j is refused by name', (more, parameter) => {
    expect(refusalOf(() => budgetsOf(more))).toMatchObject({ code: 'REQ014', parameter });
  });

  test('may cover a quarter', () => {
    expect(budgetsOf({ end: '2026-08-31' }).end).toBe(Date.parse('2026-08-31T22:00Z'));
  });
});

describe('an insertion', () => {
  const insertionOf = (more: object = {}) =>
    insertRequest(insertion.read({ ...task, ...more }), 'Europe/Brussels', NOW);

  test('looks from now to the end of the second day after it, for this task among all resources', () => {
    expect(insertionOf()).toEqual({
      ...usualOptions,
      kind: 'fieldService',
      start: NOW,
      end: Date.parse('2026-06-03T22:00Z'),
      tasks: [task],
    });
    expect(insertion.read(task).limit).toBe(5);
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ limit: 0 }, 'REQ014', 'limit'],
    [{ taskNo: '' }, 'REQ015', 'taskNo'],
    [{ resources: [] }, 'REQ033', 'resources'],
    [{ end: '2026-05-01' }, 'REQ014', 'end'],
  ])('%j is refused by name', (more, code, parameter) => {
    expect(refusalOf(() => insertionOf(more))).toMatchObject({ code, parameter });
  });
});

test('moves to apply are whole numbers; without them all are meant', () => {
  const moves = bodyReader(applyProposal);
  expect(moves.read({})).toEqual({ moves: undefined });
  expect(moves.read({ moves: [1, '2'] }).moves).toEqual([1, 2]);
  expect(moves.refusal({ moves: 'all' })).toMatchObject({ code: 'REQ014', parameter: 'moves[0]' });
  expect(moves.refusal({ moves: [0.5] })).toMatchObject({ code: 'REQ014' });
});
