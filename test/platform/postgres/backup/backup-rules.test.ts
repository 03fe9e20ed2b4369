import { describe, expect, test } from 'vitest';
import { explainFailure, explainWaiting } from '../../../../src/platform/postgres/backup/backup-status.ts';
import { Coverage, type Sample } from '../../../../src/platform/postgres/backup/coverage.ts';
import { backupsToKeep, isUnneeded } from '../../../../src/platform/postgres/backup/retention.ts';
import { lastDue } from '../../../../src/platform/postgres/backup/schedule.ts';
import { SEGMENT_BYTES } from '../../../../src/platform/postgres/backup/wal-names.ts';

describe('retention', () => {
  const backups = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map((day) => ({
    finishedAt: `${day}T01:00:00Z`,
  }));
  const kept = (since: string) =>
    backupsToKeep(backups, new Date(since)).map(({ finishedAt }) => finishedAt.slice(8, 10));

  test('keeps what is needed for the first moment: the last backup before it', () => {
    expect(kept('2026-01-02T12:00:00Z')).toEqual(['02', '03', '04']);
    expect(kept('2026-01-03T01:00:00Z')).toEqual(['03', '04']);
  });

  test('always keeps the newest one, and all when none is old', () => {
    expect(kept('2027-01-01T00:00:00Z')).toEqual(['04']);
    expect(kept('2020-01-01T00:00:00Z')).toEqual(['01', '02', '03', '04']);
  });

  test('removes the log before the oldest kept backup, never a history, and nothing without a backup', () => {
    const from = [{ startLsn: '0/5000028' }, { startLsn: '0/9000028' }];
    expect(isUnneeded('000000010000000000000004', from)).toBe(true);
    expect(isUnneeded('000000010000000000000004.00000028.backup', from)).toBe(true);
    expect(isUnneeded('000000010000000000000005', from)).toBe(false);
    expect(isUnneeded('00000002.history', from)).toBe(false);
    expect(isUnneeded('000000010000000000000004', [])).toBe(false);
  });
});

describe('the schedule', () => {
  const at = (time: string) => Date.parse(`2026-03-02T${time}:00Z`);

  test('names the last time of day that has passed, also that of yesterday', () => {
    expect(lastDue(at('00:30'), [60, 780])).toBe(Date.parse('2026-03-01T13:00:00Z'));
    expect(lastDue(at('01:00'), [60, 780])).toBe(at('01:00'));
    expect(lastDue(at('23:59'), [60, 780])).toBe(at('13:00'));
  });
});

describe('what the archive covers', () => {
  const sample = (second: number, segment: number, quietAt?: string): Sample => ({
    at: new Date(second * 1000),
    timeline: 1,
    lsn: segment * SEGMENT_BYTES + 100,
    quietAt,
  });
  const secondsOf = (coverage: Coverage) => (coverage.covered ? coverage.covered.at.getTime() / 1000 : undefined);

  test('grows with the segments that are stored, not with time', () => {
    const coverage = new Coverage();
    for (const each of [sample(1, 4), sample(2, 5), sample(3, 6)]) coverage.add(each);
    coverage.advance(() => undefined);
    expect(secondsOf(coverage)).toBeUndefined();
    coverage.advance(() => 5);
    expect(secondsOf(coverage)).toBe(2);
    coverage.advance(() => 6);
    expect(secondsOf(coverage)).toBe(3);
  });

  test('includes a position at which the next segment has no more than its header', () => {
    const coverage = new Coverage();
    const begin = 5 * SEGMENT_BYTES;
    coverage.add({ ...sample(1, 5), lsn: begin + 40 });
    coverage.add({ ...sample(2, 5), lsn: begin + 48 });
    coverage.advance(() => 4);
    expect(secondsOf(coverage)).toBe(1);
  });

  test('grows with time while no transaction begins', () => {
    const coverage = new Coverage();
    coverage.add(sample(1, 4, '800'));
    coverage.advance(() => 4);
    for (const each of [sample(2, 5, '800'), sample(3, 5, '800'), sample(4, 5, '801'), sample(5, 5)])
      coverage.add(each);
    coverage.advance(() => 4);
    expect(secondsOf(coverage)).toBe(3);
  });
});

describe('failures are explained without a path', () => {
  const failure = (code: string) => Object.assign(new Error(`${code}: open '/srv/secret/place'`), { code });

  test.each([
    ['ENOSPC', 'The backup folder is full'],
    ['EACCES', 'may not be written by this user'],
    ['ENOENT', 'Mount its disk'],
    ['EIO', 'cannot be used (EIO)'],
  ])('%s', (code, text) => {
    expect(explainFailure(failure(code))).toContain(text);
    expect(explainFailure(failure(code))).not.toContain('/srv');
  });

  test('and say how much of the log waits', () => {
    expect(explainWaiting(3, 3 * SEGMENT_BYTES, 5_000_000_000)).toBe(
      ' Until then the write-ahead log piles up on the disk of the database: 3 files, 48 MB, 4768 MB free.',
    );
    expect(explainWaiting(0, 0, undefined)).toBe('');
  });
});
