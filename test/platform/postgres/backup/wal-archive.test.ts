import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeLog } from '../../../../src/platform/log.ts';
import { Outages } from '../../../../src/platform/outages.ts';
import { BackupKeeper, openFolder, readBackups } from '../../../../src/platform/postgres/backup/index.ts';
import { restoreForTrial } from '../../../../src/platform/postgres/backup/restore.ts';
import { SEGMENT_BYTES } from '../../../../src/platform/postgres/backup/wal-names.ts';
import { Database } from '../../../../src/platform/postgres/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../src/platform/postgres/embedded/index.ts';
import { killIfThere, loudly, onLinux, until } from '../../../process/process.ts';

const log = makeLog('silent');

describe('the write-ahead log of a private database', () => {
  let home: string;
  let dataDir: string;
  let folder: string;
  let server: EmbeddedPostgres | undefined;
  let db: Database;
  let keeper: BackupKeeper | undefined;

  beforeEach(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'openslot-wal-'));
    dataDir = path.join(home, 'data');
    folder = path.join(home, 'backups');
  });
  afterEach(async () => {
    await stop();
    await rm(home, { recursive: true, force: true });
  });

  const start = async (archiveSeconds: number, walLimitBytes?: number): Promise<BackupKeeper> => {
    const version = 'of the test';
    const outages = new Outages(log);
    keeper = new BackupKeeper({
      ...{ dataDir, folder, atMinutes: [60], keepDays: 1, archiveSeconds, walLimitBytes, version, log, outages },
    });
    server = await startEmbeddedPostgres({ dataDir, log: () => {}, archiver: keeper.archiver });
    db = new Database({ connection: server.connection, connections: 2 });
    keeper.begin(db, server.connection);
    return keeper;
  };
  async function stop(): Promise<void> {
    if (!server) return;
    await keeper?.end();
    await db?.close();
    await server.stop();
    [keeper, server] = [undefined, undefined];
  }
  async function killServer(): Promise<void> {
    const pid = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    killIfThere(Number.parseInt(pid, 10), 'SIGKILL');
    await server?.exited;
    await stop();
  }
  const write = async (n: number): Promise<void> => {
    await db.query('create table if not exists written (n integer)');
    await db.query('insert into written values ($1)', [n]);
  };
  /** Writes something, and finishes the segment that it is in. Returns the name of the segment. */
  const writeSegment = async (n: number): Promise<string> => {
    await write(n);
    const [row] = await db.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
    return row?.file ?? '';
  };
  const segmentsIn = async (below: string, suffix: string): Promise<string[]> =>
    (await readdir(path.join(dataDir, 'postgres', below)).catch(() => []))
      .filter((name) => /^[0-9A-F]{24}/.test(name) && name.endsWith(suffix))
      .map((name) => name.slice(0, 24));
  /** What PostgreSQL keeps, and what of it nobody has told it to let go. */
  const kept = () => segmentsIn('pg_wal/archive_status', '.ready');
  const waiting = async () => {
    const marked = await segmentsIn('openslot_archived', '');
    return (await kept()).filter((name) => !marked.includes(name));
  };
  const isStored = async (segment: string): Promise<boolean> =>
    (await readdir(path.join(folder, 'wal'))).some((name) => name.startsWith(`${segment}-`));
  const backups = async () => (await readBackups(await openFolder(folder))).backups.map(({ manifest }) => manifest);
  const numbersAt = async (at: Date | undefined, name: string): Promise<number[]> => {
    const into = path.join(home, name);
    const { found } = await restoreForTrial(
      { from: folder, into, at, backup: undefined, timeline: undefined, log: () => {} },
      async (client: pg.Client) =>
        (await client.query<{ n: number }>('select n from written order by n')).rows.map(({ n }) => n),
    );
    return found;
  };

  test('is dropped while the folder is away once more than the limit waits; the next backup starts over', async () => {
    const { status } = bound(await start(3600, 2 * SEGMENT_BYTES));
    await until(() => status().state === 'ok', 'the first backup');
    const first = await writeSegment(1);
    await until(() => isStored(first), 'the first segment');
    const away = path.join(home, 'away');
    await rename(folder, away);
    const second = await writeSegment(2);
    const third = await writeSegment(3);
    await until(() => / 2 files, 32 MB, \d+ MB free\.$/.test(status().error ?? ''), 'the failure');
    expect(status().state).toBe('failing');
    expect(await waiting()).toEqual([second, third]);
    await writeSegment(4);
    await until(() => status().error?.includes('were dropped because') ?? false, 'the drop');
    // PostgreSQL lets go of them: only what came later is kept.
    const later = await writeSegment(5);
    await until(
      async () => (await kept()).filter((name) => name < later).length === 0,
      'the segments that were dropped',
    );
    expect(await kept()).toContain(later);
    const inTheGap = new Date();
    await write(6);

    await rename(away, folder);
    await until(async () => status().state === 'ok' && (await backups()).length === 2, 'the next backup');
    expect(status().error).toBeNull();
    expect(await isStored(later)).toBe(true);
    expect(await isStored(second)).toBe(false);
    const last = await writeSegment(7);
    await until(() => isStored(last), 'the last segment');
    await stop();
    expect(await numbersAt(undefined, 'newest')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await expect(numbersAt(inTheGap, 'gap')).rejects.toThrow(
      /^The archive ends before \S+: [0-9A-F]{24} is missing\. Choose an earlier moment, or a later backup with --backup\.$/,
    );
  });

  // For 5 minutes after each start the server did not look at archive_timeout (see wakeCheckpointer).
  test.runIf(loudly(onLinux, 'kill -9, which needs /proc')).each([
    ['was stopped', stop],
    ['was killed', killServer],
  ])('is stored after the set seconds by a server that %s before', async (_, end) => {
    const { status } = bound(await start(1));
    await until(() => status().state === 'ok', 'the first backup');
    await end();
    // No backup is due now: nothing else wakes the server.
    await start(1);
    await write(1);
    const [row] = await db.query<{ file: string }>('select pg_walfile_name(pg_current_wal_insert_lsn()) as file');
    await until(() => isStored(row?.file ?? ''), 'the segment', 60);
    expect(await backups()).toHaveLength(1);
  });
});

const bound = (keeper: BackupKeeper) => ({ status: () => keeper.status() });
