import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { processorMs } from './support.ts';

/** Processor time of all threads of a process in ms, exact to the nanosecond. What threads took that have ended is not in it. */
export async function threadsMs(pid: number): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const texts = await Promise.all(
    (await readdir(folder)).map((thread) => readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '0')),
  );
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6;
}

/**
 * Processor time of all connections to a database: each is a process. What a connection took that was closed still counts. The server must run on
 * this machine.
 */
export class ConnectionsTime {
  readonly #admin: pg.Client;
  readonly #database: string;
  readonly #taken = new Map<string, number>();

  constructor(admin: pg.Client, url: string) {
    this.#admin = admin;
    this.#database = new URL(url).pathname.slice(1);
  }

  /** In ms, since the connections were opened. */
  async ms(): Promise<number> {
    const { rows } = await this.#admin.query<{ pid: string; since: string }>(
      `select pid, backend_start as since from pg_stat_activity
       where datname = $1 and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      [this.#database],
    );
    for (const { pid, since } of rows) {
      const taken = await processorMs(Number(pid)).catch(() => 0);
      const key = `${pid} ${since}`;
      this.#taken.set(key, Math.max(taken, this.#taken.get(key) ?? 0));
    }
    return [...this.#taken.values()].reduce((sum, each) => sum + each, 0);
  }
}
