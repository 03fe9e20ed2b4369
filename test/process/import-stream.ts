import { type Credential, changeLog, jobs, jobsPerBatch, request, until } from './process.ts';

/** A client that sends batch after batch of new jobs, and remembers which of them the service acknowledged. */
export class ImportStream {
  readonly acknowledged: string[] = [];
  readonly unanswered: string[] = [];
  readonly statuses = new Set<number | undefined>();
  readonly #key: Credential;
  readonly #size: number;
  #sent = 0;

  constructor(key: Credential, size: number) {
    this.#key = key;
    this.#size = size;
  }

  /** Over three connections, until the service is gone or it is enough. */
  async send(address: string, enough: () => boolean = () => false): Promise<void> {
    const lane = async (): Promise<void> => {
      while (!enough()) if (!(await this.sendOne(address))) return;
    };
    await Promise.all([lane(), lane(), lane()]);
  }

  /** One batch; false when there was no answer. */
  async sendOne(address: string): Promise<boolean> {
    const batch = `B${this.#sent++}`;
    const answer = await request(address, this.#key, '/import', jobs(batch, this.#size)).catch(() => undefined);
    this.statuses.add(answer?.status);
    if (answer?.status === 200 && answer.body.success) this.acknowledged.push(batch);
    else this.unanswered.push(batch);
    return answer !== undefined;
  }

  /** Waits for more answers, so that what comes next falls into the middle of work. */
  async moreAcknowledged(count: number): Promise<void> {
    const wanted = this.acknowledged.length + count;
    await until(() => this.acknowledged.length >= wanted, `${count} more batches`);
  }

  /** What is not as it was acknowledged, or torn: empty when everything is right. */
  async problems(address: string): Promise<string[]> {
    const counts = await jobsPerBatch(address, this.#key);
    for (const name of counts.keys()) if (!/^B\d+$/.test(name)) counts.delete(name);
    const whole = [undefined, this.#size];
    const stored = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return [
      ...this.acknowledged
        .filter((batch) => counts.get(batch) !== this.#size)
        .map((batch) => `batch ${batch} was acknowledged, and is not stored completely`),
      ...this.unanswered
        .filter((batch) => !whole.includes(counts.get(batch)))
        .map((batch) => `batch ${batch} was not acknowledged, and is stored in part`),
      ...(await logProblems(address, this.#key, stored)),
    ];
  }
}

/** The change log has no gap, and contains the creation of each job once. */
async function logProblems(address: string, key: Credential, storedJobs: number): Promise<string[]> {
  const log = await changeLog(address, key);
  const gap = log.findIndex(({ number }, at) => number !== at + 1);
  const created = log.filter(({ entity, action, after }) => entity === 'Job' && action === 'created' && isBatch(after));
  return [
    ...(gap === -1 ? [] : [`the change log has a gap after number ${gap}`]),
    ...(created.length === storedJobs
      ? []
      : [`the change log contains ${created.length} created jobs, and ${storedJobs} are stored`]),
  ];
}

const isBatch = (after: Readonly<Record<string, unknown>> | null): boolean =>
  /^B\d+-\d+$/.test(String(after?.['jobNo']));
