import { describe, expect, test } from 'vitest';
import { buildProblem, type PlanFacts } from '../../../src/engine/optimization/build-problem.ts';
import type { Crew, FloatingBreak, LoadCapacity } from '../../../src/engine/optimization/crew.ts';
import { aLink, anAppointment, aRequest, aTask, at, theFacts } from './builders.ts';

const isAnyones = () => true;
const built = (facts: PlanFacts, more: Partial<Crew>) =>
  buildProblem({ ...facts, crew: { ...facts.crew, ...more } }, aRequest(), isAnyones);
const carries = (resourceId: number, name: string, quantity: string): LoadCapacity => ({ resourceId, name, quantity });
const aBreak = (name: string, earliestStart: string, latestEnd: string, minutes = 30): FloatingBreak => ({
  resourceId: 1,
  name,
  durationInSeconds: minutes * 60,
  earliestStart,
  latestEnd,
});

describe('loads', () => {
  test('of tasks and resources match whatever the case of their names; what nobody limits is left out', () => {
    const tasks = [aTask(1, { loads: [['PALLETS', 2], ['litres', 5]] }), aTask(2)]; // biome-ignore format: one line each
    const { problem } = built(theFacts(tasks), { loadCapacities: [carries(1, 'Pallets', '12.5')] });
    expect(problem.resources[0]?.days.map(({ capacities }) => capacities)).toEqual([
      { Pallets: 12.5 },
      { Pallets: 12.5 },
    ]);
    expect(problem.resources[1]?.days[0]).not.toHaveProperty('capacities');
    expect(problem.tasks.map(({ loads }) => loads)).toEqual([{ Pallets: 2 }, undefined]);
  });

  test('of appointments that stay are taken from the capacity of their day', () => {
    const planned = [
      anAppointment(8, at(9), at(10), { locked: true, loads: [['pallets', 3]] }),
      anAppointment(9, at(11), at(12), { locked: true, loads: [['pallets', 99]], resources: [2] }),
    ];
    const capacities = [carries(1, 'pallets', '10'), carries(2, 'pallets', '10')];
    const { problem } = built(theFacts([aTask(1)], planned), { loadCapacities: capacities });
    expect(problem.resources.map(({ days }) => days.map((day) => day.capacities?.['pallets']))).toEqual([
      [7, 10],
      [0, 10],
    ]);
  });

  test('of an appointment that may move count where it goes', () => {
    const tasks = [aTask(2, { isOpen: false, loads: [['pallets', 3]] })];
    const { problem } = built(theFacts(tasks, [anAppointment(2, at(9), at(10), { loads: [['pallets', 3]] })]), {
      loadCapacities: [carries(1, 'pallets', '10')],
    });
    expect(problem.tasks).toMatchObject([{ id: 'a2', loads: { pallets: 3 } }]);
    expect(problem.resources[0]?.days[0]?.capacities).toEqual({ pallets: 10 });
  });
});

describe('breaks with a window', () => {
  const seconds = (hour: number): number => at(hour) / 1000;

  test('are on every working day that they touch, on the clock of the resource', () => {
    const breaks = [aBreak('lunch', '11:30:00', '13:30:00'), aBreak('supper', '19:00:00', '20:00:00')];
    const { problem, warnings } = built(theFacts([aTask(1)]), { breaks });
    expect(problem.resources[0]?.days.map((day) => day.breaks)).toEqual(
      [0, 24].map((hours) => [
        { name: 'lunch', duration: 1800, window: { start: seconds(11.5 + hours), end: seconds(13.5 + hours) } },
      ]),
    );
    expect(problem.resources[1]?.days[0]).not.toHaveProperty('breaks');
    expect(warnings).toEqual([]);
  });

  test('whose windows overlap follow each other; one that has no time left is left out, with a warning', () => {
    const breaks = [
      aBreak('coffee', '10:00:00', '11:00:00', 15),
      aBreak('lunch', '10:30:00', '13:00:00'),
      aBreak('tea', '12:30:00', '13:15:00'),
    ];
    const { problem, warnings } = built(theFacts([aTask(1)]), { breaks });
    expect(problem.resources[0]?.days[0]?.breaks?.map(({ name, window }) => [name, window.start])).toEqual([
      ['coffee', seconds(10)],
      ['lunch', seconds(11)],
    ]);
    expect(warnings).toEqual([
      'Break tea of resource R1 is left out: its window overlaps that of lunch and leaves too little time.',
    ]);
  });

  test.each([
    ['a team', [aTask(1, { requiredNoResources: 2 })], []],
    ['linked tasks', [aTask(1), aTask(2)], [aLink(1, 2, { type: 1, maxLagSeconds: 0 })]],
  ])('are left out with %s, and the warning names who has them', (_, tasks, links) => {
    const facts = theFacts(tasks);
    const breaks = [aBreak('lunch', '11:30:00', '13:30:00')];
    const { problem, warnings } = built({ ...facts, selected: { ...facts.selected, links } }, { breaks });
    expect(problem.tasks.length).toBe(tasks.length);
    expect(problem.resources[0]?.days[0]).not.toHaveProperty('breaks');
    expect(warnings).toEqual([expect.stringContaining('Breaks with a window are left out for R1: ')]);
  });
});

describe('refills', () => {
  const refill = { resourceId: 1, durationInSeconds: 900, lat: 51, lon: 5, timesPerDay: 2 };
  const loadCapacities = [carries(1, 'pallets', '10')];
  const tasks = [aTask(1, { lat: 50, lon: 4 })];

  test('are where the record says, and appointments that stay carry their loads from one to the next', () => {
    const planned = [anAppointment(8, at(9), at(10), { locked: true, loads: [['pallets', 3]], lat: 50, lon: 4 })];
    const { problem, places, warnings } = built(theFacts(tasks, planned), { loadCapacities, refills: [refill] });
    const [first] = problem.resources[0]?.days ?? [];
    expect(first).toMatchObject({ capacities: { pallets: 10 }, refill: { duration: 900, times: 2 } });
    expect(places[first?.refill?.place ?? -1]).toEqual({ lat: 51, lon: 5 });
    expect(problem.resources[0]?.appointments).toMatchObject([{ loads: { pallets: 3 } }]);
    expect(warnings).toEqual([]);
  });

  test('need a location, a capacity and a run without teams', () => {
    const nowhere = [{ ...refill, lat: null, lon: null }];
    const without = built(theFacts(tasks), { loadCapacities, refills: nowhere });
    expect(without.problem.resources[0]?.days[0]).not.toHaveProperty('refill');
    expect(without.warnings).toEqual(['Resource R1 is not refilled: neither its refill nor its home has a location.']);
    const unlimited = built(theFacts(tasks), { refills: [refill] });
    expect(unlimited.problem.resources[0]?.days[0]).not.toHaveProperty('refill');
    const team = [aTask(1, { requiredNoResources: 2, lat: 50, lon: 4 })];
    const planned = [anAppointment(8, at(9), at(10), { locked: true, loads: [['pallets', 3]], lat: 50, lon: 4 })];
    const together = built(theFacts(team, planned), { loadCapacities, refills: [refill] });
    expect(together.problem.resources[0]?.days[0]).not.toHaveProperty('refill');
    expect(together.problem.resources[0]?.days[0]?.capacities).toEqual({ pallets: 7 });
    expect(together.warnings).toEqual([expect.stringContaining('Refills are left out for R1: ')]);
  });
});
