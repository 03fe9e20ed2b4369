import type { Found } from '../../engine/optimization/run-progress.ts';
import { mostVisits, type ProblemData } from '../../engine/routing/loaded-problem.ts';
import { sharedMemory } from './shared-plan.ts';
import type { SolverThread } from './solver-threads.ts';
import type { SearchBounds, Solved } from './thread-messages.ts';

/** What one of several threads found. */
export interface FoundBy {
  readonly thread: SolverThread;
  readonly own: Solved;
}

/**
 * Searches a problem that is loaded in these threads: each has a region of one plan where it can be divided, else each the whole plan, with a seed
 * of its own. Reports what each one finds on the way and at the end, and returns the cheapest of all, and all.
 */
export async function searchTogether(
  threads: readonly SolverThread[],
  problem: ProblemData,
  bounds: Omit<SearchBounds, 'share'>,
  tell: (no: number, found: Found) => void,
): Promise<{ readonly best: FoundBy; readonly all: readonly Solved[] }> {
  const { seed } = bounds;
  const count = threads.length;
  const memory = count > 1 ? sharedMemory(mostVisits(problem)) : undefined;
  const solved = await Promise.all(
    threads.map(async (thread, own): Promise<FoundBy> => {
      const share = memory ? { share: { own, count, memory, seed } } : {};
      const found = await thread.solve({ ...bounds, seed: seed + own, ...share }, (each) => tell(own, each));
      tell(own, found);
      return { thread, own: found };
    }),
  );
  const best = solved.reduce((a, b) => (b.own.cost < a.own.cost ? b : a));
  return { best, all: solved.map(({ own }) => own) };
}
