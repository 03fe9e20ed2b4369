import { describe, expect, test } from 'vitest';
import {
  budgetInSeconds,
  hasBudget,
  isFullyPlanned,
  isOpen,
  nothingPlanned,
  type Planned,
  type TaskBudget,
} from '../../src/domain/task-openness.ts';

const aTask = (more: Partial<TaskBudget> = {}): TaskBudget => ({
  requiredTotalDurationInSeconds: 0,
  requiredTotalDuration: null,
  bulkPlanningQty: 0,
  requiredNoResources: 0,
  entrySeconds: 0,
  entryQuantity: 0,
  ...more,
});
const planned = (more: Partial<Planned> = {}): Planned => ({
  appointments: 1,
  plannedMs: 3_600_000,
  quantity: 0,
  resources: 1,
  ...more,
});

describe('the budget', () => {
  test('is the required seconds, or else the required time span, and all entries', () => {
    expect(budgetInSeconds(aTask({ requiredTotalDurationInSeconds: 60, requiredTotalDuration: 7_200_000 }))).toBe(60);
    expect(budgetInSeconds(aTask({ requiredTotalDuration: 7_200_000, entrySeconds: -1800 }))).toBe(5400);
  });

  test('that entries brought down to nothing is a budget still', () => {
    expect(hasBudget(aTask({ requiredTotalDurationInSeconds: 60, entrySeconds: -60 }))).toBe(true);
    expect(hasBudget(aTask({ entrySeconds: 60 }))).toBe(true);
    expect(hasBudget(aTask())).toBe(false);
  });
});

describe('a task is fully planned', () => {
  test('without a budget when it has an appointment', () => {
    expect(isFullyPlanned(aTask(), planned())).toBe(true);
    expect(isFullyPlanned(aTask(), nothingPlanned)).toBe(false);
  });

  test('with a budget when all of it is planned, and not a millisecond before', () => {
    const task = aTask({ requiredTotalDurationInSeconds: 3600 });
    expect(isFullyPlanned(task, planned())).toBe(true);
    expect(isFullyPlanned(task, planned({ plannedMs: 3_599_999 }))).toBe(false);
    expect(isFullyPlanned(aTask({ requiredTotalDurationInSeconds: 3600, entrySeconds: 1 }), planned())).toBe(false);
  });

  test('when its quantity is planned as well', () => {
    const task = aTask({ bulkPlanningQty: 3, entryQuantity: 2 });
    expect(isFullyPlanned(task, planned({ quantity: 4.5 }))).toBe(false);
    expect(isFullyPlanned(task, planned({ quantity: 5 }))).toBe(true);
  });

  test('when enough different resources take part', () => {
    const task = aTask({ requiredNoResources: 2 });
    expect(isFullyPlanned(task, planned())).toBe(false);
    expect(isFullyPlanned(task, planned({ resources: 2 }))).toBe(true);
  });
});

describe('a task is open', () => {
  const task = { isComplete: false, infiniteTask: false, taskOpenAsOf: null, taskOpenTill: null };

  test('until it is fully planned; an infinite one always', () => {
    expect(isOpen(task, false, 0)).toBe(true);
    expect(isOpen(task, true, 0)).toBe(false);
    expect(isOpen({ ...task, infiniteTask: true }, true, 0)).toBe(true);
  });

  test('within its time, the limits included, and never once it is complete', () => {
    const timed = { ...task, taskOpenAsOf: 10, taskOpenTill: 20 };
    expect([9, 10, 20, 21].map((now) => isOpen(timed, false, now))).toEqual([false, true, true, false]);
    expect(isOpen({ ...task, isComplete: true, infiniteTask: true }, false, 0)).toBe(false);
  });
});
