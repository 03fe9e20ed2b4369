import { EventEmitter } from 'node:events';
import type { CronItem, Logger, TaskList, WorkerEvents } from 'graphile-worker';
import type { Database } from '../postgres/database.ts';
import type { JobRef } from './queue.ts';
import type { ScheduledWork } from './scheduled-work.ts';

/** What graphile-worker brings its schema to. A test holds it against the library. */
export const QUEUE_REVISION = 19;

/** Loaded when it is needed: a start that finds everything in place should not wait for it. */
const library = () => import('graphile-worker');

/** Loads the library before it is needed. What fails here fails again, and is reported, where it is used. */
export const loadQueue = (): void => void library().catch(() => {});

/** Several processes may start at once on one database: one migrates, the others wait. */
const MIGRATION_LOCK = 7347;

/** Brings the tables of graphile-worker up to date, by its own means. */
export async function migrateQueue(db: Database): Promise<void> {
  if (await isCurrent(db)) return;
  const lock = await db.dedicated();
  const pool = db.poolFor('migration', 2);
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (await isCurrent(db)) return;
    const { runMigrations } = await library();
    await runMigrations({ pgPool: pool, logger: await quietLogger() });
  } finally {
    await pool.end();
    await lock.end();
  }
}

async function isCurrent(db: Database): Promise<boolean> {
  const [there] = await db.query<{ found: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as found`,
  );
  if (!there?.found) return false;
  const [newest] = await db.query<{ id: number | null }>('select max(id) as id from graphile_worker.migrations');
  return (newest?.id ?? 0) >= QUEUE_REVISION;
}

/** Does one attempt; throws where there should be another. */
type Attempt = (job: JobRef, isLast: boolean, stopping: AbortSignal | undefined) => Promise<void>;

export interface QueueOptions {
  readonly kinds: readonly string[];
  readonly attempt: Attempt;
  readonly concurrency: number;
  readonly onError: (message: string) => void;
  readonly scheduled?: readonly ScheduledWork[];
}

export interface RunningQueues {
  /** The names under which they hold their jobs. */
  readonly workers: readonly string[];
  /** Settles when one of them ends, whether it was stopped or failed. */
  readonly ended: Promise<void>;
  /** Takes no more jobs, and waits for those that run. */
  stop(): Promise<void>;
}

/** Connections of graphile-worker itself: each queue listens on one, and all share two to take jobs and give them back. */
const SHARED_CONNECTIONS = 2;

export async function runQueues(db: Database, queues: readonly QueueOptions[]): Promise<RunningQueues> {
  const pool = db.poolFor('worker', queues.length + SHARED_CONNECTIONS);
  const running: { readonly promise: Promise<void>; stop(): Promise<void> }[] = [];
  const workers: string[] = [];
  const { parseCronItems, run } = await library();
  for (const options of queues) {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => workers.push(workerPool.id));
    const runner = await run({
      pgPool: pool,
      concurrency: options.concurrency,
      noHandleSignals: true,
      logger: await quietLogger(options.onError),
      events,
      taskList: tasksOf(options),
      parsedCronItems: parseCronItems((options.scheduled ?? []).map(cronItem)),
    });
    running.push(runner);
  }
  const ends = running.map(({ promise }, at) => promise.catch((error: Error) => queues[at]?.onError(error.message)));
  const closed = Promise.all(ends).then(() => pool.end());
  return {
    workers,
    ended: Promise.race(ends),
    async stop() {
      // One of them may be ending by itself already.
      await Promise.all(running.map((each) => each.stop().catch(() => {})));
      await closed;
    },
  };
}

/** Does what is due and ends, one job after the other. */
export async function drainQueue(db: Database, options: Omit<QueueOptions, 'concurrency'>): Promise<void> {
  const { runTaskListOnce } = await library();
  const pool = db.poolFor('worker', 1);
  const client = await pool.connect();
  try {
    await runTaskListOnce(
      { noHandleSignals: true, logger: await quietLogger(options.onError) },
      tasksOf(options),
      client,
    ).promise;
  } finally {
    client.release();
    await pool.end();
  }
}

function tasksOf({ kinds, attempt, scheduled = [] }: Omit<QueueOptions, 'concurrency'>): TaskList {
  const jobs: TaskList = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      (payload, { job, abortSignal }) => attempt(payload as JobRef, job.attempts >= job.max_attempts, abortSignal),
    ]),
  );
  const ticks: TaskList = Object.fromEntries(
    scheduled.map(({ kind, run }) => [kind, (payload) => run(Date.parse((payload as CronPayload)._cron.ts))]),
  );
  return { ...jobs, ...ticks };
}

/** What the library adds to the payload of a scheduled job. */
interface CronPayload {
  readonly _cron: { readonly ts: string };
}

const DAY_MS = 86_400_000;

/**
 * Work of every day, at a minute in UTC. The library stores when it last ran, so that several processes schedule it once, and a start
 * finds the last one that was missed. A later one replaces an earlier one that still waits.
 */
const cronItem = ({ kind, atMinute }: ScheduledWork): CronItem => ({
  task: kind,
  match: `${atMinute % 60} ${Math.floor(atMinute / 60)} * * *`,
  options: { backfillPeriod: DAY_MS, jobKey: kind, jobKeyMode: 'replace' },
});

/** The handler logs a failed job; the library logs only what the handler cannot see. */
async function quietLogger(onError: (message: string) => void = () => {}): Promise<Logger> {
  const { Logger: Made } = await library();
  return new Made(({ taskIdentifier }) => (level, message) => {
    if (level === 'error' && taskIdentifier === undefined && !/^Failed task/.test(message)) onError(message);
  });
}
