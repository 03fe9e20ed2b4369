import { describe, expect, test } from 'vitest';
import { foldKey } from '../../../src/domain/natural-key.ts';
import { slotQuery, workMs } from '../../../src/engine/recommendation/slot-question.ts';
import type { SlotRequest, TaskToPlan } from '../../../src/engine/recommendation/slot-request.ts';
import { refusalOf } from '../../support/body-reader.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-06-01T05:00:30Z');
const request = (more: Partial<SlotRequest> = {}): SlotRequest => ({
  start: Date.parse('2026-06-01T00:00:00Z'),
  end: Date.parse('2026-06-03T00:00:00Z'),
  workMs: 60 * MINUTE,
  requirements: [],
  certificates: [],
  location: undefined,
  fromHome: false,
  maxKm: undefined,
  grid: 15,
  timeZone: 'UTC',
  limit: 50,
  perResource: 5,
  among: [],
  preferred: [],
  excluded: [],
  customer: undefined,
  importance: undefined,
  weights: undefined,
  task: undefined,
  waived: undefined,
  ...more,
});
const task = (more: Partial<TaskToPlan> = {}): TaskToPlan => ({
  id: 1,
  sourceApp: 'ERP',
  durationInSeconds: 5400,
  duration: null,
  importance: 1,
  certificateNo: 'VCA',
  earliest: null,
  latest: Date.parse('2026-06-02T12:00:00Z'),
  lat: null,
  lon: null,
  customer: 'c1',
  requirements: [['Skill', 'Gas']],
  isPlanned: false,
  dependencies: [],
  loads: [],
  timeZone: 'UTC',
  wishes: [
    [1, 0],
    [2, 1],
    [3, 2],
  ],
  ...more,
});
const plan = {
  groupsOf: new Map([
    [foldKey(['Gas']), new Set([foldKey(['Skill'])])],
    [foldKey(['North']), new Set([foldKey(['Region']), foldKey(['Depot'])])],
  ]),
  idOf: (no: string) => ({ ANNA: 1, BO: 2, CY: 3 })[no],
};
const ask = (more: Partial<SlotRequest> = {}, of?: TaskToPlan) => slotQuery(request(more), of, undefined, plan, NOW);

describe('the question of a request', () => {
  test('is in whole minutes after now, and names resources by their ids', () => {
    const question = ask({ among: ['ANNA', 'BO'], excluded: ['BO'], preferred: ['CY'], workMs: 61 * MINUTE + 1 });
    expect(question).toMatchObject({
      from: Date.parse('2026-06-01T05:01:00Z') / MINUTE,
      till: Date.parse('2026-06-03T00:00:00Z') / MINUTE,
      minutes: 62,
    });
    expect([question.among, question.excluded, question.preferred]).toEqual([
      new Set([1, 2]),
      new Set([2]),
      new Set([3]),
    ]);
    expect(ask().among).toBeUndefined();
  });

  test('finds the group of a value, which has to be named where there are several', () => {
    expect(ask({ requirements: ['gas', 'Region:North', 'Coal'] }).requirements.map(({ anyOf }) => anyOf)).toEqual([
      [foldKey([foldKey(['Skill']), foldKey(['gas'])])],
      [foldKey([foldKey(['Region']), foldKey(['North'])])],
      [],
    ]);
    expect(refusalOf(() => ask({ requirements: ['North'] }))).toMatchObject({
      code: 'REQ014',
      parameter: 'requirements',
    });
  });

  test('refuses resources that do not exist', () => {
    expect(refusalOf(() => ask({ excluded: ['NOBODY'] }))).toMatchObject({
      code: 'APP004',
      parameter: 'options.excludedResources',
    });
  });

  test('takes from the task what the request leaves open', () => {
    const question = ask({ workMs: null }, task());
    expect(question).toMatchObject({
      till: Date.parse('2026-06-02T12:00:00Z') / MINUTE,
      minutes: 90,
      requirements: [{ text: 'Skill:Gas' }],
      customer: 'c1',
      importance: 1,
    });
    expect(question.certificates).toEqual([foldKey(['VCA'])]);
    expect([question.among, question.excluded, question.preferred]).toEqual([new Set([2]), new Set([3]), new Set([1])]);
    expect(workMs(request(), task())).toBe(60 * MINUTE);
    expect(refusalOf(() => workMs(request({ workMs: null }), undefined))).toMatchObject({
      code: 'REQ015',
      parameter: 'duration',
    });
  });

  test('keeps to the dependencies of the task, unless they are dropped', () => {
    const at = (text: string): number => Date.parse(`2026-06-${text}:00Z`);
    const dependency = {
      waits: true,
      type: 0,
      lagSeconds: 3600,
      lagDays: 0,
      maxLagSeconds: 4 * 3600,
      differentResources: true,
      name: 'J1/T1',
      start: at('01T08:00'),
      end: at('01T10:00'),
      resources: [7],
    };
    const dependent = task({ dependencies: [dependency], latest: null });
    const question = ask({}, dependent);
    expect(question).toMatchObject({ from: at('01T11:00') / MINUTE, till: at('01T15:00') / MINUTE });
    expect(question.dependencies).toMatchObject({
      from: at('01T05:01') / MINUTE,
      till: at('03T00:00') / MINUTE,
      latest: at('01T15:00') / MINUTE,
      apart: new Map([[7, 'J1/T1']]),
      reason: { rule: 'dependency', value: 'J1/T1' },
    });
    // Planned already: another appointment may keep to the maximum.
    expect(ask({}, { ...dependent, isPlanned: true }).till).toBe(at('03T00:00') / MINUTE);
    const waived = { requirements: [], certificates: [], latest: false, resources: false, dependencies: true };
    expect(ask({ waived }, dependent)).toMatchObject({ from: at('01T05:01') / MINUTE, dependencies: undefined });
    // What lies wholly outside leaves an empty window within the one that was asked for.
    const far = { ...dependency, start: at('20T08:00'), end: at('20T10:00') };
    const { from, till } = ask({}, task({ dependencies: [far], latest: null }));
    expect([from, till]).toEqual([at('03T00:00') / MINUTE, at('03T00:00') / MINUTE]);
  });

  test('drops conditions of the task on request', () => {
    const waived = { requirements: ['skill:gas'], certificates: ['vca'], latest: true, resources: true };
    const question = ask({ waived }, task());
    expect(question).toMatchObject({
      till: Date.parse('2026-06-03T00:00:00Z') / MINUTE,
      requirements: [],
      certificates: [],
      among: undefined,
    });
  });
});
