import { describe, expect, test } from 'vitest';
import { buildSpread } from '../../../src/engine/optimization/build-spread.ts';
import { usualObjectives, weightsOf } from '../../../src/engine/optimization/objectives.ts';
import { refuseCircle } from '../../../src/engine/optimization/refuse-circle.ts';
import { spreadProposal } from '../../../src/engine/optimization/spread-proposal.ts';
import { DEFAULT_WEIGHTS } from '../../../src/engine/routing/model.ts';
import { spread } from '../../../src/engine/spreading/spread.ts';
import { refusalOf } from '../../support/body-reader.ts';
import { aLink, anAppointment, aRequest, aTask, at, HOUR, theFacts } from './builders.ts';

describe('a proposal to spread budgets', () => {
  const propose = (...facts: Parameters<typeof theFacts>) => {
    const loaded = buildSpread(theFacts(...facts), aRequest({ kind: 'professionalServices' }));
    return spreadProposal(loaded, spread(loaded.problem));
  };

  test('has an appointment for each piece, in free working time', () => {
    const { moves, unassigned, before, after } = propose(
      [aTask(1, { requiredTotalDurationInSeconds: 12 * 3600 })],
      [1, 2].map((id) => anAppointment(id + 10, at(9), at(10), { taskId: 99, resources: [id] })),
    );
    expect(unassigned).toEqual([]);
    expect(moves.map(({ no }) => no)).toEqual(moves.map((_, i) => i + 1));
    const length = moves.reduce((sum, { to }) => sum + (to?.end ?? 0) - (to?.start ?? 0), 0);
    expect(length).toBe(12 * HOUR);
    for (const { to } of moves) {
      expect((to?.start ?? 0) >= at(10) || (to?.end ?? 0) <= at(9)).toBe(true);
      expect(to?.resources).toHaveLength(1);
    }
    expect([before.workHours, after.workHours, before.unassigned, after.unassigned]).toEqual([0, 12, 1, 0]);
  });

  test('says of the rest why there is no time for it', () => {
    const { moves, unassigned } = propose([
      aTask(1, { requiredTotalDurationInSeconds: 100 * 3600 }),
      aTask(2, { requirements: [['Skill', 'Gas']] }),
      aTask(3, { requiredNoResources: 2 }),
      aTask(4, { locked: true }),
    ]);
    expect(moves.length).toBeGreaterThan(0);
    expect(Object.fromEntries(unassigned.map(({ task, reasons }) => [task.id, reasons.join()]))).toEqual({
      1: expect.stringContaining('There is no time for 8'),
      2: 'No resource has Gas, or those that have it are excluded.',
      3: expect.stringContaining('2 resources at the same time'),
      4: 'It is locked.',
    });
  });
});

test('objectives are factors of the weights of the engine', () => {
  expect(weightsOf(usualObjectives)).toEqual({ ...DEFAULT_WEIGHTS, balance: 0 });
  const { travelKm, travelHour, served } = weightsOf({ ...usualObjectives, travel: 3, served: 0 });
  expect([travelKm, travelHour, served]).toEqual([3 * DEFAULT_WEIGHTS.travelKm, 3 * DEFAULT_WEIGHTS.travelHour, 0]);
});

test('working time has a price if the run asks for it; a run of an earlier version does not', () => {
  expect(weightsOf({ ...usualObjectives, workingTime: 0.5 }).workingHour).toBe(10);
  const { workingTime: _, ...earlier } = usualObjectives;
  expect(weightsOf(earlier as typeof usualObjectives).workingHour).toBe(0);
});

test('tasks of the run that wait for each other are refused by name', () => {
  const tasks = [aTask(1), aTask(2), aTask(3)];
  expect(refusalOf(() => refuseCircle([aLink(1, 2), aLink(2, 3)], tasks))).toBeUndefined();
  expect(refusalOf(() => refuseCircle([aLink(1, 2), aLink(2, 9), aLink(9, 1)], tasks))).toBeUndefined();
  const refused = refusalOf(() => refuseCircle([aLink(1, 2), aLink(2, 3), aLink(3, 1)], tasks));
  expect(refused).toMatchObject({ code: 'REQ034', parameter: 'tasks' });
  for (const name of ['J/T1', 'J/T2', 'J/T3']) expect(refused?.message).toContain(name);
});
