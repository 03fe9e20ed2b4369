import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changeLog,
  jobs,
  jobsPerBatch,
  killIfThere,
  loudly,
  onLinux,
  Place,
  request,
  type Service,
  until,
} from './process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const BATCH = 500;
const key = 'the key of the kill tests';

let template: Place;
let place: Place;
beforeAll(async () => {
  template = await Place.make();
  const service = await template.start({ BOOTSTRAP_API_KEY: key });
  service.kill('SIGTERM');
  await service.ended;
});
afterAll(() => template.remove());
beforeEach(async () => {
  place = await Place.make(template);
});
afterEach(() => place.remove());

/** A client that sends batch after batch over several connections, and remembers what it was told. */
class Sender {
  readonly acknowledged: string[] = [];
  readonly unanswered: string[] = [];
  readonly statuses = new Set<number | undefined>();
  #sent = 0;

  /** Until the service is gone, or for good when it is not. */
  async send(service: Service, enough: () => boolean = () => false): Promise<void> {
    const one = async (): Promise<void> => {
      while (!enough()) {
        const batch = `B${this.#sent++}`;
        const answer = await request(service.address, key, '/import', jobs(batch, BATCH)).catch(() => undefined);
        this.statuses.add(answer?.status);
        if (answer?.status === 200 && answer.body.success) this.acknowledged.push(batch);
        else this.unanswered.push(batch);
        if (answer === undefined) return;
      }
    };
    await Promise.all([one(), one(), one()]);
  }

  /** Waits for news from the service, so that the next kill falls into the middle of work. */
  async moreAcknowledged(count: number): Promise<void> {
    const wanted = this.acknowledged.length + count;
    await until(() => this.acknowledged.length >= wanted, `${count} more batches`);
  }
}

async function expectAllOrNothing(service: Service, sender: Sender): Promise<void> {
  const counts = await jobsPerBatch(service.address, key);
  const missing = sender.acknowledged.filter((batch) => counts.get(batch) !== BATCH);
  expect(missing, 'acknowledged, and not stored completely').toEqual([]);
  const partly = sender.unanswered.filter((batch) => ![undefined, BATCH].includes(counts.get(batch)));
  expect(partly, 'not acknowledged, and stored in part').toEqual([]);
  await expectGaplessLog(
    service,
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  );
}

async function expectGaplessLog(service: Service, storedJobs: number): Promise<void> {
  const log = await changeLog(service.address, key);
  expect(
    log.findIndex(({ number }, i) => number !== i + 1),
    'where the log has a gap',
  ).toBe(-1);
  expect(log.filter(({ entity, action }) => entity === 'Job' && action === 'created')).toHaveLength(storedJobs);
}

// Twice on the same data: a restart must not only survive a kill, but leave something that survives the next.
async function killAndRestart(kill: (service: Service) => Promise<void>): Promise<void> {
  const sender = new Sender();
  let service = await place.start();
  for (let round = 0; round < 2; round++) {
    const sending = sender.send(service);
    await sender.moreAcknowledged(2 + round);
    await kill(service);
    await sending;
    await service.ended;
    service = await place.start();
    await expectAllOrNothing(service, sender);
  }
  expect(sender.acknowledged.length).toBeGreaterThan(0);
  expect(sender.unanswered.length).toBeGreaterThan(0);
}

describe.runIf(loudly(onLinux, 'kill -9, which needs /proc'))(
  'an import stream loses nothing and tears nothing',
  () => {
    test('when the service is killed', () =>
      killAndRestart(async (service) => {
        service.kill('SIGKILL');
      }));

    test('when PostgreSQL is killed: the service says so and ends with 1', () =>
      killAndRestart(async (service) => {
        killIfThere(await place.postmaster(), 'SIGKILL');
        expect(await service.ended).toEqual({ code: 1, signal: null });
        expect(service.stderr()).toBe('');
        expect(service.stdout()).toContain('The private PostgreSQL ended unexpectedly.');
      }));

    test('when both are killed at once', () =>
      killAndRestart(async (service) => {
        const postmaster = await place.postmaster();
        service.kill('SIGKILL');
        killIfThere(postmaster, 'SIGKILL');
      }));

    test('when a session of PostgreSQL is killed: the service goes on by itself, also with news', async () => {
      const service = await place.start();
      const sender = new Sender();
      let over = false;
      const sending = sender.send(service, () => over);
      await sender.moreAcknowledged(3);
      killIfThere(await aSession(), 'SIGKILL');
      await Promise.race([sender.moreAcknowledged(3), service.ended]);
      over = true;
      await sending;
      expect(service.stderr()).toBe('');
      expect([200, 503]).toEqual(expect.arrayContaining([...sender.statuses]));
      await expectAllOrNothing(service, sender);

      const { body } = await request(service.address, key, '/changes?limit=1');
      const news = request(service.address, key, `/changes?wait=30&after=${body.last}`);
      await request(service.address, key, '/import', jobs('news', 1));
      expect((await news).body.changes).toHaveLength(1);
    });
  },
);

/** A backend that works for the service. */
async function aSession(): Promise<number> {
  for (const pid of await place.postgresProcesses()) {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (/^postgres: openslot openslot /.test(title)) return pid;
  }
  throw new Error('PostgreSQL has no session');
}
