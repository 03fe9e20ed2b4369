import { describe, expect, test } from 'vitest';
import {
  chainOf,
  isOnPath,
  parseHistory,
  parseLsn,
  parseSegment,
  SEGMENT_BYTES,
  segmentAt,
  segmentBefore,
  segmentName,
  timelineOf,
} from '../../../../src/platform/postgres/backup/wal-names.ts';

test.each([
  ['000000010000000000000001', 1, 1],
  ['0000000A00000002000000FF', 10, 2 * 256 + 255],
])('the name %s is segment %j of its timeline, and back', (name, timeline, number) => {
  expect(parseSegment(name)).toEqual({ timeline, number });
  expect(segmentName({ timeline, number })).toBe(name);
});

test.each(['00000002.history', '000000010000000000000003.partial', '000000010000000000000003.00000028.backup', 'x'])(
  '%s is no segment',
  (name) => expect(parseSegment(name)).toBeUndefined(),
);

test('a position that ends a segment belongs to the next one, and the byte before to the segment', () => {
  const lsn = parseLsn('0/3000000');
  expect(segmentAt(lsn)).toBe(3);
  expect(segmentBefore(lsn)).toBe(2);
  expect(segmentBefore(lsn + 1)).toBe(3);
  expect(parseLsn('1/0')).toBe(2 ** 32);
});

const ANCESTORS = parseHistory('1\t0/5000100\tno recovery target specified\n\n2\t0/7000200\tbefore 2026-01-01\n');

describe('timelines', () => {
  test('a history lists the ancestors and where they end', () => {
    expect(ANCESTORS).toEqual([
      { timeline: 1, endLsn: parseLsn('0/5000100') },
      { timeline: 2, endLsn: parseLsn('0/7000200') },
    ]);
  });

  test('a segment is read from the newest timeline that has begun there', () => {
    expect([3, 4, 5, 6, 7, 8].map((number) => timelineOf(number, 3, ANCESTORS))).toEqual([1, 1, 2, 2, 3, 3]);
    expect(timelineOf(9, 1, [])).toBe(1);
  });

  test('a backup that was taken after its timeline was left is not on the path', () => {
    expect(isOnPath({ timeline: 1, lsn: parseLsn('0/5000100') }, 3, ANCESTORS)).toBe(true);
    expect(isOnPath({ timeline: 1, lsn: parseLsn('0/5000101') }, 3, ANCESTORS)).toBe(false);
    expect(isOnPath({ timeline: 3, lsn: parseLsn('9/0') }, 3, ANCESTORS)).toBe(true);
    expect(isOnPath({ timeline: 4, lsn: 0 }, 3, ANCESTORS)).toBe(false);
  });
});

describe('the chain of segments', () => {
  const names = (...all: (readonly [number, number])[]) =>
    new Set(all.map(([timeline, number]) => segmentName({ timeline, number })));

  test('follows the timelines', () => {
    const present = names([1, 3], [1, 4], [1, 5], [1, 6], [2, 5], [2, 6], [2, 7], [3, 7], [3, 8]);
    expect(chainOf(present, 3, 3, ANCESTORS)).toEqual({
      segments: [...names([1, 3], [1, 4], [2, 5], [2, 6], [3, 7], [3, 8])],
      missing: undefined,
    });
  });

  test('ends at a gap, and names it', () => {
    expect(chainOf(names([1, 3], [1, 4], [1, 6]), 3, 1, [])).toEqual({
      segments: [...names([1, 3], [1, 4])],
      missing: segmentName({ timeline: 1, number: 5 }),
    });
  });

  test('is not interrupted by segments of a timeline that was left', () => {
    expect(chainOf(names([1, 3], [1, 4], [1, 9]), 3, 3, ANCESTORS).missing).toBeUndefined();
  });
});

test('a segment has 16 MiB', () => expect(SEGMENT_BYTES).toBe(2 ** 24));
