import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../postgres/database.ts';

/** First half of the advisory lock that a worker holds as long as it lives; the second half is a hash of its name. */
const ALIVE = 7344;
const RECONNECT_MS = 500;
/** A worker takes its first job a moment before it is known to be alive. */
const GRACE_SECONDS = 3;

/**
 * graphile-worker gives the job of a worker that was killed to another one after four hours, for it cannot know how long a job may take.
 * PostgreSQL knows better who is still there: every worker holds a lock in a session of its own, which ends with the process,
 * and with the machine after a minute of silence.
 */
export class WorkerLife {
  #stopped = false;
  #end: () => Promise<void> = async () => {};

  constructor(db: Database, workers: readonly string[], onError: (error: Error) => void) {
    void this.#hold(db, workers, onError);
  }

  async #hold(db: Database, workers: readonly string[], onError: (error: Error) => void): Promise<void> {
    while (!this.#stopped) {
      try {
        const client = await db.dedicated();
        const lost = new Promise<void>((settle) => client.once('end', settle));
        this.#end = () => client.end();
        await client.query(
          'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3',
        );
        await client.query(
          `select pg_advisory_lock_shared(${ALIVE}, hashtext(worker)) from unnest($1::text[]) worker`,
          [workers],
        );
        if (this.#stopped) await client.end();
        await lost;
      } catch (error) {
        if (!this.#stopped) onError(error as Error);
      }
      if (!this.#stopped) await sleep(RECONNECT_MS);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#end().catch(() => {});
  }
}

/**
 * Frees the jobs of workers that are gone. An attempt that ended so counts: work that kills its worker must not do so for ever. Answers how many
 * workers were gone.
 */
export function freeJobsOfTheDead(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const dead = await tx.query<{ worker: string }>(
      `select worker from (
         select distinct locked_by as worker from graphile_worker.jobs
         where locked_at < now() - make_interval(secs => ${GRACE_SECONDS}) and locked_by is not null
       ) holders where pg_try_advisory_xact_lock(${ALIVE}, hashtext(worker))`,
    );
    if (dead.length === 0) return { commit: true, value: 0 };
    await tx.query('select graphile_worker.force_unlock_workers($1)', [dead.map(({ worker }) => worker)]);
    const spent = await tx.query<{ id: number }>(
      'select id from graphile_worker.jobs where locked_at is null and attempts >= max_attempts',
    );
    const ids = spent.map(({ id }) => id);
    await tx.query(
      `update background_job set status = 'failed', queue_id = null, updated_at = now(),
         error = 'The worker ended while it did this, as often as it may be tried.'
       where queue_id = any($1) and status = 'running'`,
      [ids],
    );
    await tx.query('select graphile_worker.complete_jobs($1)', [ids]);
    return { commit: true, value: dead.length };
  });
}
