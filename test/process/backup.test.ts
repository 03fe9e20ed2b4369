import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RestoreRounds } from '../../soak/backup/restore-rounds.ts';
import { chanceFrom } from '../../src/domain/random.ts';
import { pageBlocks } from '../support/page-blocks.ts';
import { preparedPlace } from './prepared-place.ts';
import { cli, jobs, jobsPerBatch, loudly, onLinux, type Place, request, type Service, until } from './process.ts';

const KEY = 'the key of the backup tests';
const PAGE = 'docs/guides/operate/back-up-and-restore.md';

describe('backups of the private database', () => {
  let place: Place;
  let service: Service;
  let folder: string;
  const env = (more: Readonly<Record<string, string>> = {}) => ({
    BOOTSTRAP_API_KEY: KEY,
    BACKUP_FOLDER: folder,
    BACKUP_ARCHIVE_SECONDS: '2',
    LOG_LEVEL: 'warn',
    ...more,
  });
  /** Runs the commands of a section of the page in a shell. */
  const page = async (heading: string, more: Readonly<Record<string, string>> = {}) => {
    const openslot = `openslot() { ${process.execPath} ${cli} "$@"; }\n`;
    const [block = ''] = pageBlocks(PAGE, heading, 'sh');
    const started = place.spawn(['sh', '-c', openslot + block], env(more));
    const { code } = await started.ended;
    return { code, stdout: started.stdout(), stderr: started.stderr() };
  };
  const details = async () => (await request(service.address, {}, '/health/ready?details')).body.backup ?? {};
  const send = async (batch: string) =>
    expect((await request(service.address, KEY, '/import', jobs(batch, 3))).body.success).toBe(true);

  beforeAll(async () => {
    place = await preparedPlace();
    folder = path.join(place.home, 'backups');
  });
  afterAll(() => place.remove());

  test('the first one is taken at the start, and reported by /health/ready?details only', async () => {
    service = await place.start(env());
    await until(async () => (await details()).state === 'ok', 'the first backup');
    const { lastSuccess, age, ...rest } = await details();
    expect(rest).toEqual({ state: 'ok', error: null });
    expect(Date.parse(lastSuccess)).toBeLessThanOrEqual(Date.now());
    expect(age).toBeGreaterThanOrEqual(0);
    expect((await request(service.address, {}, '/health/ready')).body).toEqual({ status: 'ready' });
  });

  test('"openslot backup" takes one beside the running service, and removes what an interrupted one left', async () => {
    const left = path.join(folder, 'base', '20260101T010000Z-abcd.partial');
    await mkdir(left);
    await writeFile(path.join(left, 'base.tar.gz'), 'half');
    expect((await place.run(['backup', 'list'], env())).stdout).toContain(
      '20260101T010000Z-abcd.partial\tnot complete',
    );
    await send('first');
    const run = await page('## Back up now');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/^Backup (\S+) is complete: [\s\S]*^\1\t/m);
    expect((await readdir(path.join(folder, 'base'))).sort()).toHaveLength(2);
    const other = await place.run(['backup'], env({ BACKUP_FOLDER: '/other' }));
    expect(other).toMatchObject({ code: 1 });
    expect(other.stderr).toContain(`The running service uses BACKUP_FOLDER=${folder}`);
  });

  test('verify finds nothing wrong, and the full one reads every table', async () => {
    const run = await page('## Verify');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/2 backups and their log are complete: \d+ files\./);
    expect(run.stdout).toMatch(/restored on trial: [1-9]\d* rows of [1-9]\d* tables read, [1-9]\d* indexes checked/);
  });

  test('verify names a changed file and a missing segment', async () => {
    const ids = (await readdir(path.join(folder, 'base'))).sort();
    const [log = ''] = (await readdir(path.join(folder, 'wal'))).filter((name) => /^[0-9A-F]{24}-/.test(name)).sort();
    const manifest = path.join(folder, 'base', ids[0] as string, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace('"format": 1', '"format": 2'));
    await rename(path.join(folder, 'wal', log), path.join(place.home, log));
    const run = await place.run(['backup', 'verify'], env());
    expect(run.code).toBe(1);
    expect(run.stdout).toContain(`Backup ${ids[0]}: manifest.json was changed: its checksum is wrong.`);
    await writeFile(manifest, text);
    const next = await place.run(['backup', 'verify'], env());
    expect(next.code).toBe(1);
    expect(next.stdout).toContain(`Backup ${ids[0]}: ${log.slice(0, 24)} of its log is missing in the archive.`);
    await rename(path.join(place.home, log), path.join(folder, 'wal', log));
    expect((await place.run(['backup', 'verify'], env())).code).toBe(0);
  });

  test('a folder that cannot be used is reported with what to do; the service goes on, and nothing is lost', async () => {
    const away = path.join(place.home, 'unmounted');
    await rename(folder, away);
    await mkdir(folder);
    await send('meanwhile');
    await until(async () => (await details()).state === 'failing', 'the failure');
    const { error, lastSuccess } = await details();
    expect(error).toMatch(
      /^The backup folder .* Until then the write-ahead log piles up .*: \d+ files, \d+ MB, \d+ MB free\.$/,
    );
    expect(error).toMatch(/openslot backup --new|Mount its disk/);
    expect(error).not.toContain(place.home);
    expect(lastSuccess).not.toBeNull();
    await rm(folder, { recursive: true });
    await rename(away, folder);
    await until(async () => (await details()).state === 'ok', 'the recovery');
  });

  test('restore refuses a running service, a folder with data, a moment too early and one in the future', async () => {
    const running = await place.run(['restore', '--replace'], env());
    expect(running).toMatchObject({ code: 1 });
    expect(running.stderr).toContain('is already using');
    service.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, signal: null });
    for (const [args, text] of [
      [[], 'contains a database. Restore into another DATA_DIR, or add --replace'],
      [['--replace', '--at', '2020-01-01'], 'The earliest moment that can be restored is'],
      [['--replace', '--at', '2120-01-01T00:00:00Z'], 'is in the future'],
      [['--replace', '--at', 'yesterday'], 'is not a moment such as'],
      [['--replace', '--backup', 'nope'], 'There is no backup nope'],
    ] as const) {
      const run = await place.run(['restore', ...args], env());
      expect(run, args.join(' ')).toMatchObject({ code: 1 });
      expect(run.stderr).toContain(text);
    }
  });

  test('after a clean stop the archive alone gives everything back, and the secret of the data', async () => {
    const secret = await readFile(path.join(place.dataDir, 'jwt-secret'), 'utf8');
    await rm(place.dataDir, { recursive: true });
    expect((await place.run(['restore', '--at', new Date(Date.now() - 1).toISOString()], env())).stderr).toContain(
      'The archive is complete up to',
    );
    expect(await page('## Restore after losing the data')).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(path.join(place.dataDir, 'jwt-secret'), 'utf8')).toBe(secret);
    service = await place.start(env());
    expect(await jobsPerBatch(service.address, KEY)).toEqual(
      new Map([
        ['first', 3],
        ['meanwhile', 3],
      ]),
    );
    await until(async () => (await details()).state === 'ok', 'a backup of the new timeline');
  });

  test('a moment is restored beside the present database, which is moved aside; the state before can be restored too', async () => {
    await send('kept');
    const moment = Date.now();
    await new Promise((wake) => setTimeout(wake, 20));
    await send('undone');
    service.kill('SIGTERM');
    await service.ended;
    const MOMENT = new Date(moment).toISOString();
    const run = await page('## Restore a moment', { MOMENT });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/The database that was there before is in \S+postgres\.before-restore-\S+\./);
    service = await place.start(env());
    expect([...(await jobsPerBatch(service.address, KEY)).keys()].sort()).toEqual(['first', 'kept', 'meanwhile']);
    await until(async () => (await details()).state === 'ok', 'a backup of the new timeline');
    service.kill('SIGTERM');
    await service.ended;
    expect(await place.run(['restore', '--replace', '--timeline', '2'], env())).toMatchObject({ code: 0 });
    service = await place.start(env());
    expect([...(await jobsPerBatch(service.address, KEY)).keys()].sort()).toEqual([
      'first',
      'kept',
      'meanwhile',
      'undone',
    ]);
    service.kill('SIGTERM');
    await service.ended;
  });

  test('a folder with the backups of another database is not written to', async () => {
    const other = path.join(place.home, 'other-backups');
    await mkdir(other);
    await writeFile(path.join(other, 'openslot-backups.json'), '{"format":1,"systemIdentifier":"1"}');
    service = await place.start(env({ BACKUP_FOLDER: other }));
    await until(async () => (await details()).state === 'failing', 'the refusal');
    expect((await details()).error).toContain('The backup folder holds backups of another database');
    expect(await readdir(other)).toEqual(['openslot-backups.json']);
    service.kill('SIGTERM');
    await service.ended;
  });

  test('without BACKUP_FOLDER there are none', async () => {
    service = await place.start();
    expect(await details()).toEqual({ state: 'off', lastSuccess: null, age: null, error: null });
    const run = await place.run(['backup']);
    expect(run).toMatchObject({ code: 1, stderr: 'Set BACKUP_FOLDER to the folder for backups.\n' });
  });
});

// One round; npm run soak:backup has 50.
describe.runIf(loudly(onLinux, 'kill -9, which needs /proc'))('restores under write load', () => {
  test('give a committed state without what was lost, whatever is killed', async () => {
    const place = await preparedPlace();
    try {
      const { problems } = await new RestoreRounds(place, chanceFrom(3), () => {}).run(1, []);
      expect(problems).toEqual([]);
    } finally {
      await place.remove();
    }
  });
});
