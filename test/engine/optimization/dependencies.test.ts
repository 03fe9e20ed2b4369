import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dependencyBroken } from '../../../src/domain/violations/dependency-broken.ts';
import { buildProblem } from '../../../src/engine/optimization/build-problem.ts';
import { check } from '../../../src/engine/routing/check.ts';
import { defects } from '../../../src/engine/routing/defects.ts';
import type { LoadedProblem } from '../../../src/engine/routing/loaded-problem.ts';
import type { Problem } from '../../../src/engine/routing/model.ts';
import { afterRounds, solve } from '../../../src/engine/routing/solve.ts';
import { travelTable } from '../../../src/engine/routing/travel-table.ts';
import type { AppointmentToOptimize, TaskLink, TaskToOptimize } from '../../../src/engine/routing/work.ts';
import { runs } from '../../support/random-cases.ts';
import { aLink, anAppointment, aRequest, aTask, at, HOUR, theFacts } from './builders.ts';

function build(
  tasks: readonly TaskToOptimize[],
  links: readonly TaskLink[],
  appointments: readonly AppointmentToOptimize[] = [],
): LoadedProblem {
  const facts = theFacts(tasks, appointments);
  const standing = tasks.map(({ id, taskNo, isComplete }) => {
    const own = appointments.filter(({ taskId }) => taskId === id);
    return {
      id,
      name: taskNo,
      isComplete,
      firstStart: own.length === 0 ? null : Math.min(...own.map(({ start }) => start)),
      lastEnd: own.length === 0 ? null : Math.max(...own.map(({ end }) => end)),
      resources: own.flatMap(({ resources }) => resources),
    };
  });
  return buildProblem({ ...facts, standing, selected: { ...facts.selected, links } }, aRequest(), () => true);
}

const bindings = ({ problem }: LoadedProblem, id: string) => {
  const found = problem.tasks.find((task) => task.id === id);
  return { after: found?.after, link: found?.link, locked: found?.locked };
};

/** The visits of the best plan of a few rounds, by task: hour of the start and resource. */
function planned(loaded: LoadedProblem, rounds = 150) {
  const problem: Problem = { ...loaded.problem, travel: travelTable({ spots: loaded.places }) };
  expect(defects(problem)).toEqual([]);
  const { plan } = solve(problem, { seed: 1, stop: afterRounds(rounds) });
  expect(check(problem, plan)).toEqual([]);
  return Object.fromEntries(
    plan.visits.map(({ task, start, resource }) => [task, [(start * 1000 - at(0)) / HOUR, resource]]),
  );
}

const long = { durationInSeconds: 7200 };

describe('a dependency between two tasks of a run', () => {
  test.each([
    ['finish to start', 0, 0, 7200],
    ['start to start', 1, -7200, 0],
    ['finish to finish', 2, -3600, 3600],
    ['start to finish', 3, -10_800, -3600],
  ])('%s is a distance from end to start, whatever its kind', (_kind, type, lag, distance) => {
    const tasks = [aTask(1, long), aTask(2)];
    expect(bindings(build(tasks, [aLink(1, 2, { type })]), 't2')).toEqual({ after: [{ task: 't1', lag }] });
    const linked = build(tasks, [aLink(1, 2, { type, lagSeconds: 60, maxLagSeconds: 90 })]);
    expect(bindings(linked, 't2').link).toEqual({
      id: 'link t1',
      distances: [{ task: 't1', min: distance + 60, max: distance + 90 }],
      sharesWith: ['t1'],
    });
    expect(bindings(linked, 't2').after).toBeUndefined();
  });

  test('with a maximum lag lets one resource do both, unless different ones have to', () => {
    const tasks = [aTask(1, { wishes: [[2, 2]] }), aTask(2, { wishes: [[2, 2]] })];
    const most = { maxLagSeconds: 3600 };
    expect(planned(build(tasks, [aLink(1, 2, most)]))).toEqual({ t1: [8, '1'], t2: [9, '1'] });
    expect(planned(build(tasks, [aLink(1, 2, { ...most, differentResources: true })]))).toEqual({});
    expect(planned(build(tasks, [aLink(1, 2, { type: 1, maxLagSeconds: 0 })]))).toEqual({});
  });

  test('plans members with their own durations and requirements at the same time, all or none', () => {
    const together = aLink(1, 2, { type: 1, maxLagSeconds: 0, differentResources: true });
    const tasks = [aTask(1, { wishes: [[1, 1]] }), aTask(2, { ...long, wishes: [[2, 1]], earliest: at(10) })];
    expect(planned(build(tasks, [together]))).toEqual({ t1: [10, '1'], t2: [10, '2'] });
    const impossible = [
      aTask(1),
      aTask(2, {
        wishes: [
          [1, 2],
          [2, 2],
        ],
      }),
    ];
    expect(planned(build(impossible, [together]))).toEqual({});
  });

  test('joins those that come between two of a link', () => {
    const tasks = [aTask(1), aTask(2), aTask(3), aTask(4)];
    const links = [aLink(1, 3, { maxLagSeconds: 7200 }), aLink(1, 2), aLink(2, 3), aLink(3, 4)];
    const loaded = build(tasks, links);
    expect(loaded.problem.tasks.map(({ link }) => link?.id)).toEqual(['link t1', 'link t1', 'link t1', undefined]);
    expect(planned(loaded)).toMatchObject({
      t1: [8, expect.any(String)],
      t2: [9, expect.any(String)],
      t3: [10, expect.any(String)],
    });
  });

  test('that contradicts others leaves both open, with the reason', () => {
    const links = [aLink(1, 2, { maxLagSeconds: 0 }), aLink(1, 3, { lagSeconds: 7200 }), aLink(3, 2), aLink(2, 4)];
    const { problem, leftOut } = build([aTask(1), aTask(2), aTask(3), aTask(4)], links);
    expect(problem.tasks).toEqual([]);
    expect(leftOut.map(({ task, reason }) => [task.id, reason])).toEqual([
      ...[1, 2, 3].map((id) => [id, expect.stringContaining('contradict')]),
      [4, 'It depends on T2, which is neither planned nor part of the run.'],
    ]);
  });

  test('of tasks with several appointments or in containers is kept to by its minimum lag, with a warning', () => {
    const boxed = [aTask(1), aTask(2, { container: 'box', containerIndex: 1 })];
    const loaded = build(boxed, [aLink(1, 2, { maxLagSeconds: 0 })]);
    expect(bindings(loaded, 't2')).toEqual({ after: [{ task: 't1', lag: 0 }] });
    expect(loaded.warnings).toEqual([expect.stringContaining('1 dependencies with a maximum lag')]);
  });
});

describe('a dependency of which one task stays', () => {
  const locked = { isOpen: false, locked: true, appointments: [2] };
  const bounds = (type: number, isBefore: boolean, more: Partial<TaskLink> = {}) => {
    const tasks = [aTask(1), aTask(2, locked)];
    const link = { type, lagSeconds: 600, maxLagSeconds: 3600, ...more };
    const loaded = build(
      tasks,
      [isBefore ? aLink(1, 2, link) : aLink(2, 1, link)],
      [anAppointment(2, at(12), at(14), { locked: true, resources: [2] })],
    );
    const [task] = loaded.problem.tasks;
    const hour = (moment: number | undefined) => moment && (moment * 1000 - at(0)) / HOUR;
    return { from: hour(task?.earliest), till: hour(task?.latest), excluded: task?.excluded };
  };

  test.each([
    ['finish to start', 0, 14, 16],
    ['start to start', 1, 12, 14],
    ['finish to finish', 2, 13, 15],
    ['start to finish', 3, 11, 13],
  ])('%s gives what waits for it an earliest start and a latest end', (_kind, type, from, till) => {
    expect(bounds(type, false)).toEqual({ from: from + 1 / 6, till, excluded: undefined });
    expect(bounds(type, false, { differentResources: true }).excluded).toEqual(['2']);
  });

  test.each([
    ['finish to start', 0, 10, 12],
    ['start to start', 1, 11, 13],
    ['finish to finish', 2, 12, 14],
    ['start to finish', 3, 13, 15],
  ])('%s gives what it waits for an earliest start and a latest end', (_kind, type, from, till) => {
    expect(bounds(type, true)).toEqual({ from, till: till - 1 / 6, excluded: undefined });
  });

  test('is no reason to leave undone what can no longer keep to the maximum lag', () => {
    const tasks = [aTask(1), aTask(2, locked)];
    const early = anAppointment(2, at(1), at(2), { locked: true });
    const { problem } = build(tasks, [aLink(2, 1, { maxLagSeconds: 60 })], [early]);
    expect(problem.tasks[0]?.latest).toBeUndefined();
  });

  test('keeps planned work where it is while another task of its link is open', () => {
    const tasks = [aTask(1), aTask(2, { isOpen: false, appointments: [2] })];
    const most = aLink(2, 1, { maxLagSeconds: 3600 });
    const loaded = build(tasks, [most], [anAppointment(2, at(12), at(14))]);
    expect(bindings(loaded, 'a2').locked).toBe(true);
    expect(planned(loaded)['t1']?.[0]).toBe(14);
    const nobodys = build(tasks, [most], [anAppointment(2, at(12), at(14), { resources: [] })]);
    expect(bindings(nobodys, 'a2').locked).toBeUndefined();
    expect(Object.keys(planned(nobodys))).toEqual(expect.arrayContaining(['t1', 'a2']));
  });
});

test('what a run plans breaks no dependency, whatever the kinds and lags', () => {
  let served = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          before: fc.integer({ min: 1, max: 4 }),
          step: fc.integer({ min: 1, max: 4 }),
          type: fc.integer({ min: 0, max: 3 }),
          lagSeconds: fc.integer({ min: -4, max: 4 }).map((quarters) => quarters * 900),
          width: fc.option(fc.integer({ min: 0, max: 8 })),
          differentResources: fc.boolean(),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 5, maxLength: 5 }),
      (wanted, quarters) => {
        const tasks = quarters.map((each, no) => aTask(no + 1, { durationInSeconds: each * 900 }));
        const links = wanted.flatMap(({ before, step, width, ...rest }) =>
          before + step > 5
            ? []
            : aLink(before, before + step, {
                ...rest,
                maxLagSeconds: width === null ? null : rest.lagSeconds + width * 900,
              }),
        );
        const visits = planned(build(tasks, links), 40);
        served += Object.keys(visits).length;
        for (const link of links) {
          const [one, other] = [link.before, link.after].map((id) => {
            const [hour, resource] = visits[`t${id}`] ?? [];
            const length = (quarters[id - 1] ?? 0) / 4;
            return hour === undefined ? undefined : { span: spanOf(Number(hour), length, id), resource };
          });
          if (link.maxLagSeconds !== null || link.differentResources)
            expect(one === undefined).toBe(other === undefined);
          if (!one || !other) continue;
          const isShared = link.differentResources && one.resource === other.resource;
          const facts = {
            part: '',
            type: link.type,
            lag: { seconds: link.lagSeconds },
            maxLagSeconds: link.maxLagSeconds,
          };
          const found = dependencyBroken.check({
            ...facts,
            sharedResourceId: isShared ? 1 : null,
            predecessor: one.span,
            successor: other.span,
            zone: 'UTC',
          });
          expect(found).toEqual([]);
        }
      },
    ),
    { numRuns: runs(150, 1500) },
  );
  expect(served).toBeGreaterThan(200);
}, 120_000);

const spanOf = (hour: number, length: number, id: number) => ({
  start: at(hour),
  end: at(hour + length),
  firstId: id,
  lastId: id,
});
