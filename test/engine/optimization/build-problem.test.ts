import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../../src/engine/optimization/build-problem.ts';
import { anAppointment, aRequest, aTask, at, theFacts } from './builders.ts';

const isAnyones = () => true;

describe('the problem of a run', () => {
  test('has a task for what is open and for what may move, and takes the time of the rest', () => {
    const tasks = [aTask(1), aTask(2, { isOpen: false }), aTask(3, { isOpen: false, locked: true })];
    const planned = [anAppointment(2, at(9), at(10)), anAppointment(3, at(11), at(12), { locked: true })];
    const { problem, units, leftOut } = buildProblem(theFacts(tasks, planned), aRequest(), isAnyones);
    expect(problem.tasks.map(({ id }) => id).sort()).toEqual(['a2', 't1']);
    expect(units.get('a2')?.appointment?.no).toBe('A2');
    expect(leftOut).toEqual([]);
    expect(problem.resources[0]?.appointments).toEqual([{ start: at(11) / 1000, end: at(12) / 1000 }]);
    expect(problem.resources[1]?.appointments).toEqual([]);
  });

  test('has days of working time, and none before now can change', () => {
    const { problem } = buildProblem(theFacts([aTask(1)]), aRequest({ overtimeMinutes: 30, maxChanges: 2 }), isAnyones);
    expect(problem.resources[0]?.days).toMatchObject([
      { date: '2026-06-01', working: [{ start: at(8) / 1000, end: at(17) / 1000 }], overtime: 1800 },
      { date: '2026-06-02' },
    ]);
    expect(problem).toMatchObject({ freezeBefore: at(7) / 1000, maxChanges: 2 });
  });

  test('takes held slots, and what capacity is left of a day', () => {
    const facts = theFacts([aTask(1)], [anAppointment(9, at(9), at(11), { taskId: 99 })]);
    const capacity = {
      resourceId: 1,
      date: '2026-06-01',
      capacityInSeconds: 4 * 3600,
      quantity: null,
      unitOfMeasureConversion: null,
    };
    const holds = [{ resourceId: 2, start: at(9), end: at(10) }];
    const { problem } = buildProblem(
      { ...facts, holds, crew: { ...facts.crew, capacities: [capacity] } },
      aRequest(),
      isAnyones,
    );
    expect(problem.resources[0]?.days.map((day) => day.capacity)).toEqual([2 * 3600, undefined]);
    expect(problem.resources[1]?.appointments).toEqual([{ start: at(9) / 1000, end: at(10) / 1000 }]);
  });

  test('leaves out tasks without a location where others have one, and says why', () => {
    const tasks = [aTask(1, { lat: 50, lon: 4 }), aTask(2)];
    const { problem, leftOut, places } = buildProblem(theFacts(tasks), aRequest(), isAnyones);
    expect(problem.tasks.map(({ id }) => id)).toEqual(['t1']);
    expect(leftOut).toMatchObject([{ task: { id: 2 }, reason: expect.stringContaining('Location unknown') }]);
    expect(places).toEqual([{ lat: 50, lon: 4 }]);
  });
});

describe('a planned appointment', () => {
  const moves = (more: Parameters<typeof anAppointment>[3], request = aRequest(), mayChange = isAnyones) => {
    const tasks = [aTask(1, { isOpen: false })];
    const { units } = buildProblem(theFacts(tasks, [anAppointment(1, at(9), at(10), more)]), request, mayChange);
    return units.has('a1');
  };

  test('may move', () => {
    expect(moves({})).toBe(true);
  });

  test.each<[string, Parameters<typeof anAppointment>[3]]>([
    ['is locked', { locked: true }],
    ['takes the whole day', { isAllDay: true }],
    ['is in a container or has dependencies', { isBound: true }],
    ['has started', { start: at(6), end: at(9) }],
    ['ends after the window', { start: at(47), end: at(49) }],
    ['is of a task that is not in the run', { taskId: 7 }],
    ['has a resource that is not in the run', { resources: [1, 3] }],
    ['lies outside working time', { start: at(18), end: at(19) }],
  ])('stays if it %s', (_what, more) => {
    expect(moves(more)).toBe(false);
  });

  test('stays if the run moves nothing, is frozen for longer, or the caller may not change it', () => {
    expect(moves({}, aRequest({ movePlanned: false }))).toBe(false);
    expect(moves({}, aRequest({ freezeBefore: at(10) }))).toBe(false);
    expect(moves({}, aRequest(), () => false)).toBe(false);
  });

  test('in overtime moves if the run allows so much of it; otherwise a warning says that it stays', () => {
    const late = { start: at(16), end: at(17.5) };
    expect(moves(late, aRequest({ overtimeMinutes: 30 }))).toBe(true);
    const facts = theFacts([aTask(1, { isOpen: false })], [anAppointment(1, late.start, late.end)]);
    const { units, warnings } = buildProblem(facts, aRequest({ overtimeMinutes: 29 }), isAnyones);
    expect(units.size).toBe(0);
    expect(warnings).toEqual([expect.stringContaining('1 appointments are planned outside working time')]);
  });
});
