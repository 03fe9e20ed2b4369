import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../../src/engine/optimization/build-problem.ts';
import { judgeMoves } from '../../../src/engine/optimization/judge-moves.ts';
import { judgeSpread, type SpreadFacts } from '../../../src/engine/optimization/judge-spread.ts';
import type { Move } from '../../../src/engine/optimization/proposal.ts';
import { travelTable } from '../../../src/engine/routing/travel-table.ts';
import type { AppointmentToOptimize, TaskToOptimize } from '../../../src/engine/routing/work.ts';
import { aMove, anAppointment, aRequest, aTask, at, clock, HOUR, theFacts } from './builders.ts';

const verdict = ({ accepted, refused }: ReturnType<typeof judgeSpread>) => ({
  accepted: accepted.map(({ no }) => no),
  refused: Object.fromEntries(refused.map(({ move, reason }) => [move.no, reason])),
});

describe('moves of visits', () => {
  const judge = (
    moves: readonly Move[],
    tasks: readonly TaskToOptimize[],
    appointments: readonly AppointmentToOptimize[] = [],
  ) => {
    const problem = buildProblem(theFacts(tasks, appointments), aRequest(), () => true);
    const loaded = {
      problem,
      tasks: new Map(tasks.map((task) => [task.id, task])),
      resources: new Set([1, 2]),
      now: at(7),
    };
    return verdict(judgeMoves(loaded, moves, travelTable({ spots: problem.places })));
  };

  test('are accepted while their records are as they were and their time is free', () => {
    const tasks = [aTask(1), aTask(2)];
    expect(judge([aMove(1, aTask(1), at(9)), aMove(2, aTask(2), at(10))], tasks)).toEqual({
      accepted: [1, 2],
      refused: {},
    });
  });

  test('are refused one by one, with the reason', () => {
    const tasks = [
      aTask(1, { version: 2 }),
      aTask(2, { appointments: [8], isOpen: false }),
      aTask(3),
      aTask(4),
      aTask(5),
    ];
    const moves = [
      aMove(1, aTask(1), at(8)),
      aMove(2, aTask(2), at(9)),
      aMove(3, aTask(3), at(6)),
      aMove(4, aTask(4), at(10), { to: { resources: [{ id: 3, resourceNo: 'R3' }], start: at(10), end: at(11) } }),
      aMove(5, aTask(5), at(11)),
      aMove(6, aTask(6), at(12)),
    ];
    expect(judge(moves, tasks)).toEqual({
      accepted: [5],
      refused: {
        1: 'The task has changed.',
        2: 'The task has another appointment now.',
        3: 'Its start time has already passed.',
        4: 'A resource was deleted, or is no longer shown to planners.',
        6: 'The task was deleted.',
      },
    });
  });

  test('are refused where the time was taken, or nobody works any more', () => {
    const taken = [anAppointment(9, at(9.5), at(10.5), { taskId: 9, locked: true })];
    const { accepted, refused } = judge(
      [aMove(1, aTask(1), at(9)), aMove(2, aTask(2), at(18)), aMove(3, aTask(3), at(14))],
      [aTask(1), aTask(2), aTask(3), aTask(9, { isOpen: false })],
      taken,
    );
    expect(accepted).toEqual([3]);
    expect(refused[1]).toContain('taken in the meantime');
    expect(refused[2]).toMatch(/no longer works|end too late/);
  });
});

describe('pieces of budgets', () => {
  const facts = (more: Partial<SpreadFacts> = {}): SpreadFacts => ({
    tasks: new Map([1, 2].map((id) => [id, aTask(id)])),
    own: new Set(),
    clocks: new Map([[1, clock]]),
    taken: new Map([[1, []]]),
    now: at(7),
    ...more,
  });

  test('are accepted one after the other, and take each other’s time', () => {
    const known = facts();
    const moves = [aMove(1, aTask(1), at(9)), aMove(2, aTask(2), at(9) + HOUR / 2), aMove(3, aTask(2), at(10))];
    expect(verdict(judgeSpread(known, moves))).toEqual({
      accepted: [1, 3],
      refused: { 2: 'The time has been taken in the meantime.' },
    });
    expect(known.taken.get(1), 'the facts stay as they are').toEqual([]);
  });

  test.each<[string, Partial<SpreadFacts>, number, string]>([
    ['its task is gone', { tasks: new Map() }, 9, 'The task was deleted.'],
    ['its task has changed', { tasks: new Map([[1, aTask(1, { version: 2 })]]) }, 9, 'The task has changed.'],
    [
      'its task has another appointment',
      { tasks: new Map([[1, aTask(1, { appointments: [5] })]]) },
      9,
      'The task has another appointment now.',
    ],
    ['its time has passed', {}, 6, 'Its start time has already passed.'],
    ['its resource is gone', { clocks: new Map() }, 9, 'A resource was deleted, or is no longer shown to planners.'],
    ['its resource does not work then', {}, 16.5, 'The resource no longer works at that time.'],
    [
      'its time is taken',
      { taken: new Map([[1, [{ start: at(9.5), end: at(11) }]]]) },
      9,
      'The time has been taken in the meantime.',
    ],
  ])('one is refused if %s', (_what, more, hour, reason) => {
    expect(verdict(judgeSpread(facts(more), [aMove(1, aTask(1), at(hour))])).refused).toEqual({ 1: reason });
  });

  test('appointments that the run itself has made do not matter', () => {
    const known = facts({ tasks: new Map([[1, aTask(1, { appointments: [5] })]]), own: new Set([5]) });
    expect(verdict(judgeSpread(known, [aMove(1, aTask(1), at(9))])).accepted).toEqual([1]);
  });
});
