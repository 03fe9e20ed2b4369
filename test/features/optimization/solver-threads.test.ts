import { expect, test } from 'vitest';
import { mostVisits } from '../../../src/engine/routing/loaded-problem.ts';
import { DEFAULT_WEIGHTS } from '../../../src/engine/routing/model.ts';
import { enoughRounds } from '../../../src/features/optimization/search-limits.ts';
import { sharedMemory } from '../../../src/features/optimization/shared-plan.ts';
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

test('with more time than it needs a thread finds no worse plan, and ends when it has searched enough', async () => {
  const threads = new SolverThreads(1);
  const problem = {
    ...large.problem,
    tasks: large.problem.tasks.slice(0, 15),
    resources: large.problem.resources.slice(0, 1),
  };
  const spots = large.travel.spots.slice(0, 15);
  const solve = (bounds: { maxSeconds: number; iterations: number | null }) =>
    threads.using({ problem, travel: { spots } }, 1, ([thread]) => thread!.solve({ seed: 1, ...bounds }, () => {}));
  try {
    const bounded = await solve({ maxSeconds: 600, iterations: enoughRounds(15) });
    const free = await solve({ maxSeconds: 600, iterations: null });
    expect([bounded.stoppedBy, free.stoppedBy]).toEqual(['iterations', 'patience']);
    expect(free.iterations).toBe(bounded.iterations);
    expect(free.cost).toBeLessThan(bounded.cost * 1.005);
  } finally {
    await threads.close();
  }
}, 120_000);

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

/** 600 tasks in a square of 60 by 60 km, for 15 resources on 3 days. */
const large = {
  problem: {
    resources: Array.from({ length: 15 }, (_, no) => ({
      id: `r${no}`,
      days: [0, 1, 2].map((day) => ({
        date: `2026-06-0${day + 1}`,
        span: { start: day * 86_400, end: (day + 1) * 86_400 },
        working: [{ start: day * 86_400 + 28_800, end: day * 86_400 + 61_200 }],
        startLocation: no,
      })),
    })),
    tasks: Array.from({ length: 600 }, (_, no) => ({ id: `t${no}`, duration: 1200, place: no })),
    weights: DEFAULT_WEIGHTS,
  },
  travel: {
    spots: Array.from({ length: 600 }, (_, no) => ({ lat: 50 + ((no * 37) % 600) / 1000, lon: 4 + no / 800 })),
  },
};

const shares = (count: number, present = count) => {
  const memory = sharedMemory(mostVisits(large.problem));
  return Array.from({ length: present }, (_, own) => ({ own, count, memory, seed: 1 }));
};

test('threads that share a large plan each end with one that keeps to all rules, at the cost that they say', async () => {
  const threads = new SolverThreads(3);
  try {
    await threads.using(large, 3, async (all) => {
      const solved = await Promise.all(
        shares(3).map((share, i) => all[i]!.solve({ seed: i, maxSeconds: 6, iterations: null, share }, () => {})),
      );
      for (const { stoppedBy, plan, cost } of solved) {
        expect(stoppedBy).toBe('seconds');
        const { breaches, after } = await all[0]!.judge(plan);
        expect(breaches).toEqual([]);
        expect(after.cost).toBeCloseTo(cost, 4);
      }
    });
  } finally {
    await threads.close();
  }
}, 60_000);

test('a thread that shares a plan with one that never comes, or that is stopped, ends by itself', async () => {
  const threads = new SolverThreads(2);
  try {
    const [share] = shares(2, 1);
    const alone = await threads.using(large, 1, ([thread]) =>
      thread!.solve({ seed: 1, maxSeconds: 3, iterations: null, ...(share ? { share } : {}) }, () => {}),
    );
    expect(alone.stoppedBy).toBe('seconds');
    const stopped = await threads.using(large, 2, (all, stop) => {
      let told = 0;
      const tell = (): void => {
        if (++told === 4) stop();
      };
      const both = shares(2);
      return Promise.all(all.map((thread, i) => thread.solve({ ...forever, seed: i, share: both[i]! }, tell)));
    });
    for (const { stoppedBy, plan } of stopped) {
      expect(stoppedBy).toBe('cancel');
      expect(plan.visits.length + plan.unassigned.length).toBe(600);
    }
  } finally {
    await threads.close();
  }
}, 60_000);

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
