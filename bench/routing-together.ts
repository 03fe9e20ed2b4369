import { check } from '../src/engine/routing/check.ts';
import type { Problem } from '../src/engine/routing/model.ts';
import { searchTogether } from '../src/features/optimization/search-together.ts';
import { SolverThreads } from '../src/features/optimization/solver-threads.ts';

export interface Together {
  readonly threads: number;
  /** One for each seed. */
  readonly costs: readonly number[];
  readonly rounds: readonly number[];
  /** What the plans do wrong. */
  readonly breaches: readonly string[];
}

/** Plans as a run of the service does: in a thread for each core, which search one plan together, for so many seconds of the clock. */
export async function runTogether(
  { travel, ...problem }: Problem,
  maxSeconds: number,
  seeds: readonly number[],
): Promise<Together> {
  const count = travel.places ** 2;
  const table = { places: travel.places, seconds: new Int32Array(count), metres: new Int32Array(count) };
  for (let at = 0; at < count; at++) {
    const [from, to] = [Math.floor(at / travel.places), at % travel.places];
    table.seconds[at] = travel.seconds(from, to);
    table.metres[at] = travel.metres(from, to);
  }
  const solver = new SolverThreads(0);
  const costs: number[] = [];
  const rounds: number[] = [];
  const breaches: string[] = [];
  try {
    for (const seed of seeds)
      await solver.using({ problem, travel: table }, solver.threads, async (threads) => {
        const bounds = { seed: seed * solver.threads, maxSeconds, iterations: null };
        const { best, all } = await searchTogether(threads, problem, bounds, () => {});
        costs.push(best.own.cost);
        rounds.push(all.reduce((sum, { iterations }) => sum + iterations, 0));
        breaches.push(...check({ ...problem, travel }, best.own.plan).map((each) => JSON.stringify(each)));
      });
  } finally {
    await solver.close();
  }
  return { threads: solver.threads, costs, rounds, breaches };
}
