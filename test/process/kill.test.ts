import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ImportStream } from './import-stream.ts';
import { preparedPlace } from './prepared-place.ts';
import { jobs, killIfThere, loudly, onLinux, type Place, request, type Service } from './process.ts';

const BATCH = 500;
const key = 'the key of the kill tests';

let place: Place;
beforeEach(async () => {
  place = await preparedPlace();
});
afterEach(() => place.remove());

// Twice on the same data: a restart must not only survive a kill, but leave something that survives the next.
async function killAndRestart(kill: (service: Service) => Promise<void>): Promise<void> {
  const sender = new ImportStream(key, BATCH);
  let service = await place.start({ BOOTSTRAP_API_KEY: key });
  for (let round = 0; round < 2; round++) {
    const sending = sender.send(service.address);
    await sender.moreAcknowledged(2 + round);
    await kill(service);
    await sending;
    await service.ended;
    service = await place.start();
    expect(await sender.problems(service.address)).toEqual([]);
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
        expect(service.stdout()).toContain('The private PostgreSQL stopped unexpectedly.');
      }));

    test('when both are killed at once', () =>
      killAndRestart(async (service) => {
        const postmaster = await place.postmaster();
        service.kill('SIGKILL');
        killIfThere(postmaster, 'SIGKILL');
      }));

    test('when a session of PostgreSQL is killed: the service goes on by itself, also with news', async () => {
      const service = await place.start({ BOOTSTRAP_API_KEY: key });
      const sender = new ImportStream(key, BATCH);
      let over = false;
      const sending = sender.send(service.address, () => over);
      await sender.moreAcknowledged(3);
      killIfThere(await aSession(), 'SIGKILL');
      await Promise.race([sender.moreAcknowledged(3), service.ended]);
      over = true;
      await sending;
      expect(service.stderr()).toBe('');
      expect([200, 503]).toEqual(expect.arrayContaining([...sender.statuses]));
      expect(await sender.problems(service.address)).toEqual([]);

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
