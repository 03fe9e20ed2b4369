import { chmod, chown, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cli, Place } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const SECRET = 'a secret that is certainly long enough to be one';
const NOBODY = 65_534;

let shared: SharedDatabase;
let place: Place;
let file: string;
beforeAll(async () => {
  shared = await SharedDatabase.make();
});
afterAll(() => shared.remove());
beforeEach(async () => {
  place = await Place.make();
  await mkdir(place.dataDir, { mode: 0o700 });
  file = path.join(place.dataDir, 'jwt-secret');
});
afterEach(() => place.remove());

const run = () => place.run(['migrate'], { DATABASE_URL: shared.url });

describe('the file jwt-secret', () => {
  test.each(['644', '640', '606'])('with mode %s is closed to others, with a warning', async (mode) => {
    await writeFile(file, SECRET);
    await chmod(file, Number.parseInt(mode, 8));
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe(SECRET);
    const warnings = stdout.split('\n').filter((line) => line.includes('jwt-secret was readable by other users'));
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([{ mode }]);
    expect((await run()).stdout).not.toContain('readable by other users');
  });

  const refusal = (stderr: string, what: RegExp): void => {
    expect(stderr).toMatch(what);
    expect(stderr).toContain(file);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain(SECRET);
  };

  test.each<[string, RegExp, () => Promise<unknown>]>([
    ['is a folder', /is not a file\./, () => mkdir(file)],
    ['is a link to nowhere', /is a link to a file that does not exist\./, () => symlink('gone', file)],
    ['is a link to itself', /is a link to a file that does not exist\./, () => symlink('jwt-secret', file)],
    ['is empty', /does not contain a secret of at least 32 characters\./, () => writeFile(file, '')],
  ])('that %s is refused in one sentence', async (_what, words, make) => {
    await make();
    const { code, stderr } = await run();
    expect(code).toBe(1);
    refusal(stderr, words);
  });

  test('that cannot be read is refused in one sentence', async () => {
    await writeFile(file, SECRET, { mode: 0o600 });
    const isRoot = process.getuid?.() === 0;
    // Root reads everything: there the service runs as somebody else.
    if (isRoot) for (const folder of [place.home, place.dataDir]) await chown(folder, NOBODY, NOBODY);
    else await chmod(file, 0o000);
    const started = place.spawn(
      [process.execPath, cli, 'migrate'],
      { DATABASE_URL: shared.url },
      isRoot ? { uid: NOBODY, gid: NOBODY } : {},
    );
    expect((await started.ended).code).toBe(1);
    refusal(started.stderr(), /cannot be used \(EACCES/);
  });

  test('that is a link to a good secret is used', async () => {
    await writeFile(path.join(place.home, 'elsewhere'), SECRET, { mode: 0o600 });
    await symlink(path.join(place.home, 'elsewhere'), file);
    expect(await run()).toMatchObject({ code: 0, stderr: '' });
  });
});

test('a service whose secret is broken leaves no PostgreSQL behind', async () => {
  await mkdir(file);
  const { code, stderr } = await place.run(['serve']);
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(await place.postgresProcesses()).toEqual([]);
});
