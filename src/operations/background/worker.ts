import { drainQueue, type QueueOptions, type RunningQueue, runQueue } from '../../storage/job-runner.ts';
import { handOverOrphans } from '../../storage/queue.ts';
import { freeJobsOfTheDead, WorkerLife } from '../../storage/worker-life.ts';
import type { Deps } from '../deps.ts';
import { runJob } from './run-job.ts';
import type { Task } from './task.ts';

/** Jobs of one process at a time. Most wait for a database or a mail server; long ones keep the processor busy. */
const AT_A_TIME = 4;
const LONG_AT_A_TIME = 2;

const optionsOf = (deps: Deps, tasks: readonly Task[]): Omit<QueueOptions, 'concurrency'> => {
  const byKind = new Map(tasks.map((task) => [task.kind, task]));
  return {
    kinds: [...byKind.keys()],
    attempt: (ref, isLast) => runJob(deps, byKind, ref, isLast),
    onError: (reason) => deps.log.warn({ reason }, 'background work was held up'),
  };
};

/** Two workers, one for long tasks and one for all others, that take jobs until they are stopped. */
export async function startQueues(deps: Deps, tasks: readonly Task[]): Promise<Omit<RunningQueue, 'worker'>> {
  await adopt(deps);
  const queues = [
    await startQueue(
      deps,
      tasks.filter(({ isLong }) => !isLong),
      AT_A_TIME,
    ),
    await startQueue(
      deps,
      tasks.filter(({ isLong }) => isLong),
      LONG_AT_A_TIME,
    ),
  ];
  return {
    // One that ends by itself has lost its database, and so have both.
    ended: Promise.race(queues.map(({ ended }) => ended)),
    stop: async () => {
      await Promise.all(queues.map((queue) => queue.stop()));
    },
  };
}

/** A worker that is known to be alive as long as it works. */
async function startQueue(deps: Deps, tasks: readonly Task[], concurrency: number): Promise<RunningQueue> {
  const options = optionsOf(deps, tasks);
  const queue = await runQueue(deps.db, { ...options, concurrency });
  const life = new WorkerLife(deps.db, queue.worker, ({ message }) => options.onError(message));
  return {
    worker: queue.worker,
    ended: queue.ended.finally(() => life.stop()),
    stop: async () => {
      await queue.stop();
      await life.stop();
    },
  };
}

/** Everything that is due, one after the other. */
export async function drain(deps: Deps, tasks: readonly Task[]): Promise<void> {
  await adopt(deps);
  await drainQueue(deps.db, optionsOf(deps, tasks));
}

async function adopt(deps: Deps): Promise<void> {
  const orphans = await handOverOrphans(deps.db);
  if (orphans > 0) deps.log.warn({ orphans }, 'jobs were not in the queue; they are again');
}

/** Jobs of workers that were killed run again. */
export async function takeOver(deps: Deps): Promise<void> {
  const workers = await freeJobsOfTheDead(deps.db);
  if (workers > 0) deps.log.warn({ workers }, 'workers have died; their jobs run again');
}
