import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cli, Place, until } from './process.ts';

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.remove());

const drafts = async (): Promise<string[]> =>
  (await readdir(place.dataDir).catch(() => [])).filter((name) => name.startsWith('postgres.new-'));

describe('a first start', () => {
  test('goes on in one of two services that begin at once', async () => {
    const both = [1, 2].map(() => place.spawn([process.execPath, cli, 'serve']));
    const ready = both.map((each) => each.says(/Openslot is ready: (\S+) /).then(() => 'ready'));
    const ended = both.map((each) => each.ended.then(({ code }) => code));
    const outcomes = await Promise.all(ready.map((each, at) => Promise.race([each, ended[at]]).catch(() => 1)));
    expect(outcomes.sort()).toEqual([1, 'ready']);
    expect(both.map((each) => each.stderr()).join('')).toContain('is already using');
    expect(await drafts()).toEqual([]);
  });

  test('with a wrong setting leaves no program running, and nothing that disturbs the next one', async () => {
    expect((await place.run(['serve'], { PORT: 'http' })).code).toBe(1);
    await until(async () => (await place.postgresProcesses()).length === 0, 'initdb');
    await place.start();
    expect(await drafts()).toEqual([]);
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'that %s ends while the service is loaded is made up for by the next one',
    async (signal) => {
      const first = place.spawn([process.execPath, cli, 'serve']);
      await until(async () => (await drafts()).length > 0, 'a draft');
      first.kill(signal);
      await first.ended;
      await place.start();
      expect(await drafts()).toEqual([]);
    },
  );
});
