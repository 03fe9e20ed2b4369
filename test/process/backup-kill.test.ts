import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { preparedPlace } from './prepared-place.ts';
import { cli, jobs, jobsPerBatch, killIfThere, loudly, onLinux, type Place, request, until } from './process.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const KEY = 'the key of the kill tests of backups';
const HANG = fileURLToPath(new URL('hang-at.mjs', import.meta.url));

describe.runIf(loudly(onLinux, 'kill -9, which needs /proc'))('a command that is killed with kill -9', () => {
  let place: Place;
  let folder: string;
  const env = () => ({
    BOOTSTRAP_API_KEY: KEY,
    BACKUP_FOLDER: folder,
    BACKUP_ARCHIVE_SECONDS: '3600',
    BACKUP_KEEP_DAYS: '1',
    LOG_LEVEL: 'warn',
  });
  const base = async () => (await readdir(path.join(folder, 'base'))).sort();
  const partial = async () => (await base()).filter((name) => name.endsWith('.partial'));
  const run = (...args: string[]) => place.run(args, env());
  /** Runs a command up to a rename or a removal, and kills it there. */
  const killAt = async (where: string, ...args: string[]): Promise<void> => {
    const command = place.spawn([process.execPath, '--import', HANG, cli, ...args], { ...env(), HANG_AT: where });
    await command.says(/HANGING/);
    command.kill('SIGKILL');
    expect(await command.ended).toEqual({ code: null, signal: 'SIGKILL' });
  };

  /** Gives a backup an earlier end. */
  const finishOn = async (name: string, day: string): Promise<void> => {
    const file = path.join(folder, 'base', name, 'manifest.json');
    const text = (await readFile(file, 'utf8')).replace(/("finishedAt": ")\d{4}-\d\d-\d\d/, `$1${day}`);
    expect(text).toContain(`"finishedAt": "${day}`);
    await writeFile(file, text);
    const sum = createHash('sha256').update(text).digest('hex');
    await writeFile(path.join(path.dirname(file), 'manifest.sha256'), `${sum}\n`);
  };

  beforeAll(async () => {
    place = await preparedPlace();
    folder = path.join(place.home, 'backups');
    // As a service makes it at its first start.
    await writeFile(path.join(place.dataDir, 'jwt-secret'), '0123456789abcdef'.repeat(4), { mode: 0o600 });
    expect(await run('backup')).toMatchObject({ code: 0, stderr: '' });
  });
  afterAll(() => place.remove());

  test('before a backup gets its name leaves a partial one, which the next backup removes', async () => {
    const before = await base();
    await killAt(String.raw`^rename \S+\.partial `, 'backup');
    expect(await partial()).toHaveLength(1);
    expect((await run('backup', 'list')).stdout).toMatch(/\.partial\tnot complete\n/);
    expect((await run('backup', 'verify')).stdout).toContain('1 backups and their log are complete');
    expect(await run('backup')).toMatchObject({ code: 0 });
    expect(await partial()).toEqual([]);
    expect(await base()).toEqual([...before, expect.anything()]);
  });

  test('after a backup has got its name leaves a complete one', async () => {
    const before = await base();
    await killAt(String.raw`^rename \S+ \S+/backup-state\.json$`, 'backup');
    expect(await base()).toEqual([...before, expect.not.stringContaining('.partial')]);
    expect(await run('backup', 'verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('while an old backup is removed leaves the new one, and the next backup removes the rest', async () => {
    const [old = '', next = ''] = await base();
    // The last of those that are too old is kept: moments of the last day need it.
    for (const [name, day] of [
      [old, '2020-01-01'],
      [next, '2020-01-02'],
    ] as const)
      await finishOn(name, day);
    await killAt(String.raw`^rm \S+/base/${old}\.partial`, 'backup');
    expect(await partial()).toEqual([`${old}.partial`]);
    const verified = await run('backup', 'verify');
    expect(verified.code).toBe(0);
    expect(verified.stdout).toContain(`${old}.partial is being taken, or was interrupted`);
    expect(await run('backup')).toMatchObject({ code: 0 });
    expect(await partial()).toEqual([]);
    expect(await base()).toContain(next);
    expect(await run('backup', 'verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('while a restore replaces the data loses nothing: no service starts, and the next restore starts from the data as they were', async () => {
    const service = await place.start(env());
    expect((await request(service.address, KEY, '/import', jobs('unarchived', 3))).body.success).toBe(true);
    const postmaster = await place.postmaster();
    service.kill('SIGKILL');
    killIfThere(postmaster, 'SIGKILL');
    await until(async () => (await place.postgresProcesses()).length === 0, 'the end of PostgreSQL');
    const secretFile = path.join(place.dataDir, 'jwt-secret');
    const restored = await readFile(secretFile, 'utf8');
    const present = restored.split('').reverse().join('');
    await writeFile(secretFile, present);
    const files = async () => (await readdir(place.dataDir)).filter((name) => !/^(run|binaries)$/.test(name)).sort();
    const before = await files();

    for (const where of [
      // The present secret was moved aside, and the restored one is not there yet.
      String.raw`^rename \S+/restoring-\w+/jwt-secret `,
      // The restored secret is there, and the present database.
      String.raw`^rename \S+/data/postgres \S+before-restore`,
      // There is no database.
      String.raw`^rename \S+/restoring-\w+/postgres `,
    ]) {
      await killAt(where, 'restore', '--replace');
      const refused = await run('serve');
      expect(refused.code, where).toBe(1);
      expect(refused.stderr, where).toContain('was interrupted while it put the restored files in place');
      expect((await run('restore')).stderr, where).toContain('contains a database');
      expect(await files(), where).toEqual(before);
      expect(await readFile(secretFile, 'utf8'), where).toBe(present);
    }

    await killAt(String.raw`^rm \S+/backup-state\.json`, 'restore', '--replace');
    expect(await readFile(secretFile, 'utf8')).toBe(restored);
    const known = await base();
    const again = await place.start(env());
    expect(await jobsPerBatch(again.address, KEY)).toEqual(new Map([['unarchived', 3]]));
    await until(async () => (await base()).length > known.length && (await partial()).length === 0, 'a new backup');
    again.kill('SIGTERM');
    expect(await again.ended).toEqual({ code: 0, signal: null });
  });
});
