import type { HasLog } from '../log.ts';
import type { HasOutages } from '../outages.ts';
import type { HasDatabase } from '../postgres/database.ts';
import type { JobKind } from './job-kind.ts';
import { drainQueue, type QueueOptions, type RunningQueues, runQueues } from './job-runner.ts';
import { handOverOrphans } from './queue.ts';
import { runJob } from './run-job.ts';
import type { ScheduledWork } from './scheduled-work.ts';
import { untilAvailable } from './until-available.ts';
import { freeJobsOfTheDead, WorkerLife } from './worker-life.ts';

type QueueDeps = HasDatabase & HasLog & HasOutages;

/** Jobs of one process at a time. Most wait for a database or a mail server; long ones keep the processor busy. */
const AT_A_TIME = 4;
const LONG_AT_A_TIME = 2;

const optionsOf = <D extends QueueDeps>(deps: D, kinds: readonly JobKind<D>[]): Omit<QueueOptions, 'concurrency'> => {
  const byKind = new Map(kinds.map((handler) => [handler.kind, handler]));
  return {
    kinds: [...byKind.keys()],
    attempt: (ref, isLast, stopping) => untilAvailable(deps, stopping, () => runJob(deps, byKind, ref, isLast)),
    onError: (reason) => deps.outages.failed('background work', { reason }),
  };
};

/** Two queues, one of long jobs and scheduled work, one of all others, that take jobs until they are stopped and are known to be alive as long. */
export async function startQueues<D extends QueueDeps>(
  deps: D,
  kinds: readonly JobKind<D>[],
  scheduled: readonly ScheduledWork[],
): Promise<RunningQueues> {
  await adopt(deps);
  const queueOf = (isLong: boolean, concurrency: number): QueueOptions => ({
    ...optionsOf(
      deps,
      kinds.filter((handler) => (handler.isLong ?? false) === isLong),
    ),
    concurrency,
  });
  const queues = [queueOf(false, AT_A_TIME), { ...queueOf(true, LONG_AT_A_TIME), scheduled }];
  const running = await runQueues(deps.db, queues);
  const life = new WorkerLife(deps.db, running.workers, ({ message }) => queues[0]?.onError(message));
  return {
    ...running,
    stop: async () => {
      await running.stop();
      await life.stop();
    },
  };
}

/** Everything that is due, one after the other. */
export async function drain<D extends QueueDeps>(deps: D, kinds: readonly JobKind<D>[]): Promise<void> {
  await adopt(deps);
  await drainQueue(deps.db, optionsOf(deps, kinds));
}

async function adopt(deps: HasDatabase & HasLog): Promise<void> {
  const orphans = await handOverOrphans(deps.db);
  if (orphans > 0) deps.log.warn({ orphans }, 'lost jobs queued again');
}

/** Jobs of workers that were killed run again. */
export async function takeOver(deps: HasDatabase & HasLog): Promise<void> {
  const workers = await freeJobsOfTheDead(deps.db);
  if (workers > 0) deps.log.warn({ workers }, 'dead workers found, running their jobs again');
}
