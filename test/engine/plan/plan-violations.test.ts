import { describe, expect, test } from 'vitest';
import { brokenDependency, overlapsOf, violationsOfTask } from '../../../src/engine/plan/plan-violations.ts';
import { type TaskTotals, taskPlan } from '../../../src/engine/plan/task-totals.ts';

const HOUR = 3_600_000;
const totals: TaskTotals = {
  taskId: 7,
  appointments: 2,
  plannedMs: 5 * HOUR,
  quantity: '0',
  resources: 1,
  firstStart: 0,
  firstId: 1,
  lastEnd: 6 * HOUR,
  lastId: 2,
  requiredTotalDurationInSeconds: 4 * 3600,
  requiredTotalDuration: null,
  bulkPlanningQty: '0',
  requiredNoResources: 1,
  entrySeconds: 0,
  entryQuantity: '0',
};

describe('a task', () => {
  test('over its budget is violated once, and identified by the task alone', () => {
    expect(violationsOfTask(totals)).toMatchObject([
      { key: 'overBudget|task|7||', scope: 'task', taskId: 7, start: 0, end: 6 * HOUR },
    ]);
    expect(violationsOfTask({ ...totals, entrySeconds: 3600 })).toEqual([]);
  });

  test('is fully planned when its budget is used up, by its own duration and its entries', () => {
    expect(taskPlan(totals).fullyPlanned).toBe(true);
    expect(taskPlan({ ...totals, entrySeconds: 2 * 3600 }).fullyPlanned).toBe(false);
  });
});

describe('two appointments', () => {
  const one = { id: 1, start: 0, end: 2 * HOUR };

  test('that overlap are identified by the pair and the resource', () => {
    const pair = { resourceId: 3, taskId: 7, one, other: { id: 2, start: HOUR, end: 3 * HOUR } };
    expect(overlapsOf(pair)).toMatchObject([
      { rule: 'overlap', scope: 'pair', appointmentId: 1, otherId: 2, resourceId: 3, start: HOUR, end: 2 * HOUR },
    ]);
  });

  test('in the wrong order break their dependency; a lag in days or seconds moves the limit', () => {
    const span = (start: number, end: number, id: number) => ({ start, end, firstId: id, lastId: id });
    const dependency = {
      part: '',
      type: 0,
      lagSeconds: null,
      lagDays: null,
      maxLagSeconds: null,
      sharedResourceId: null,
      taskId: 7,
      predecessor: span(0, 2 * HOUR, 1),
      successor: span(2 * HOUR, 3 * HOUR, 2),
    };
    expect(brokenDependency('pair', dependency, 'UTC')).toEqual([]);
    expect(brokenDependency('pair', { ...dependency, lagSeconds: 60 }, 'UTC')).toHaveLength(1);
    expect(brokenDependency('task', { ...dependency, lagDays: 1 }, 'UTC')).toMatchObject([
      { key: expect.stringContaining('|task|7|'), scope: 'task' },
    ]);
  });
});
