import { expect, test } from 'vitest';
import { DEFAULT_WEIGHTS } from '../../../src/engine/routing/model.ts';
import { Interrupted, SolverThreads } from '../../../src/features/optimization/solver-threads.ts';

const data = {
  problem: {
    resources: [
      {
        id: 'r',
        days: [
          {
            date: '2026-06-01',
            span: { start: 0, end: 86_400 },
            working: [{ start: 28_800, end: 61_200 }],
            startLocation: 0,
          },
        ],
      },
    ],
    tasks: Array.from({ length: 12 }, (_, i) => ({ id: `t${i}`, duration: 1800, place: i % 2 })),
    weights: DEFAULT_WEIGHTS,
  },
  travel: {
    spots: [
      { lat: 50.8, lon: 4.3 },
      { lat: 50.9, lon: 4.4 },
    ],
  },
};
const forever = { seed: 1, maxSeconds: 600, iterations: null };

test('a thread finds the same plan by the same seed and rounds, and is used again', async () => {
  const threads = new SolverThreads(1);
  try {
    const bounds = { seed: 3, maxSeconds: 60, iterations: 200 };
    const plan = () => threads.using(data, 1, async ([thread]) => (await thread!.solve(bounds, () => {})).plan);
    expect(await plan()).toEqual(await plan());
  } finally {
    await threads.close();
  }
});

test('a stopped search returns the best plan so far', async () => {
  const threads = new SolverThreads(2);
  try {
    const solved = await threads.using(data, 2, (all, stop) => {
      let told = 0;
      const tell = (): void => {
        if (++told === 2) stop();
      };
      return Promise.all(all.map((thread, i) => thread.solve({ ...forever, seed: i }, tell)));
    });
    for (const { plan, stoppedBy } of solved) {
      expect(['cancel', 'patience']).toContain(stoppedBy);
      expect(plan.visits).toHaveLength(12);
    }
  } finally {
    await threads.close();
  }
});

test('who closes breaks off what is searched, and nothing is begun any more', async () => {
  const threads = new SolverThreads(1);
  const broken = threads.using(data, 1, ([thread]) => thread!.solve(forever, () => void threads.close()));
  await expect(broken).rejects.toThrow(Interrupted);
  await expect(threads.using(data, 1, async () => 1)).rejects.toThrow(Interrupted);
});

test('a thread that fails rejects its request, and is replaced', async () => {
  const threads = new SolverThreads(1);
  try {
    await expect(threads.using(null, 1, ([thread]) => thread!.insert('t1', 1))).rejects.toThrow('no problem');
    const found = await threads.using(data, 1, ([thread]) => thread!.insert('t1', 1));
    expect(found.places).toHaveLength(1);
  } finally {
    await threads.close();
  }
});
