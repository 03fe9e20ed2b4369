import { setTimeout as sleep } from 'node:timers/promises';
import { changeLog, jobs, jobsPerBatch, request } from '../../test/process/process.ts';

/** What is written between two restores should be much, but it must also be read back. */
const PAUSE_MS = 200;

interface Batch {
  readonly name: string;
  readonly sentAt: number;
  readonly acknowledgedAt: number | undefined;
}

/** A client that sends batches of new jobs, and remembers when each was sent and acknowledged. */
export class TimedStream {
  readonly #key: string;
  readonly #size: number;
  #batches: Batch[] = [];
  #sent = 0;

  constructor(key: string, size: number) {
    this.#key = key;
    this.#size = size;
  }

  get acknowledged(): number {
    return this.#batches.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined).length;
  }

  /** Over two connections, until the service is gone or it is enough. */
  async send(address: string, enough: () => boolean = () => false): Promise<void> {
    const lane = async (): Promise<void> => {
      while (!enough() && (await this.#sendOne(address))) await sleep(PAUSE_MS);
    };
    await Promise.all([lane(), lane()]);
  }

  async #sendOne(address: string): Promise<boolean> {
    const name = `B${this.#sent++}`;
    const sentAt = Date.now();
    const answer = await request(address, this.#key, '/import', jobs(name, this.#size)).catch(() => undefined);
    const isDone = answer?.status === 200 && answer.body.success;
    this.#batches.push({ name, sentAt, acknowledgedAt: isDone ? Date.now() : undefined });
    return answer !== undefined;
  }

  /**
   * What the restored service lacks of the state at the moment, or has too much. What was acknowledged before `from` must be there; what was sent
   * after `until` must not. Nothing may be there in part, and the change log has no gap.
   */
  async problems(address: string, from: number, until: number): Promise<string[]> {
    const counts = await jobsPerBatch(address, this.#key);
    const log = await changeLog(address, this.#key);
    const gap = log.findIndex(({ number }, at) => number !== at + 1);
    const created = log.filter(({ entity, action }) => entity === 'Job' && action === 'created').length;
    const stored = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return [
      ...this.#batches
        .filter(({ name, acknowledgedAt = from }) => acknowledgedAt < from && !counts.has(name))
        .map(
          ({ name, acknowledgedAt = 0 }) => `batch ${name}, acknowledged ${from - acknowledgedAt} ms before, is lost`,
        ),
      ...this.#batches
        .filter(({ name, sentAt }) => sentAt > until && counts.has(name))
        .map(({ name, sentAt }) => `batch ${name}, sent ${sentAt - until} ms after, is there`),
      ...[...counts].filter(([, count]) => count !== this.#size).map(([name]) => `batch ${name} is there in part`),
      ...(gap === -1 ? [] : [`the change log has a gap after number ${gap}`]),
      ...(created === stored ? [] : [`the change log has ${created} created jobs, and ${stored} are stored`]),
    ];
  }

  /** The restored state is the new truth. */
  async takeOver(address: string): Promise<void> {
    const counts = await jobsPerBatch(address, this.#key);
    this.#batches = this.#batches.filter(({ name }) => counts.has(name));
  }
}
