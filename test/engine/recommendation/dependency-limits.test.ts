import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dependencyBroken } from '../../../src/domain/violations/dependency-broken.ts';
import { dependencyLimits, type PlannedDependency } from '../../../src/engine/recommendation/dependency-limits.ts';
import { runs } from '../../support/random-cases.ts';

const HOUR = 3_600_000;
const aDependency = (more: Partial<PlannedDependency> = {}): PlannedDependency => ({
  waits: true,
  type: 0,
  lagSeconds: 0,
  lagDays: 0,
  maxLagSeconds: null,
  differentResources: false,
  name: 'J1/T1',
  start: 100 * HOUR,
  end: 102 * HOUR,
  resources: [1],
  ...more,
});
const work = { ms: HOUR, isPlanned: false, now: 0, zone: 'UTC' };
const limitsOf = (dependency: Partial<PlannedDependency>, more: Partial<typeof work> = {}) => {
  const { earliest, latest } = dependencyLimits([aDependency(dependency)], { ...work, ...more });
  return [earliest && earliest.at / HOUR, latest && latest.at / HOUR];
};

describe('limits by dependencies', () => {
  test.each([
    [0, [103, 105]],
    [1, [101, 103]],
    [2, [102, 104]],
    [3, [100, 102]],
  ])('work that waits keeps to the lag and the maximum lag (type %i)', (type, limits) => {
    expect(limitsOf({ type, lagSeconds: 3600, maxLagSeconds: 7200 })).toEqual(limits);
  });

  test.each([
    [0, [97, 99]],
    [1, [98, 100]],
    [2, [99, 101]],
    [3, [100, 102]],
  ])('so does work that another task waits for (type %i)', (type, limits) => {
    expect(limitsOf({ waits: false, type, lagSeconds: 3600, maxLagSeconds: 7200 })).toEqual(limits);
  });

  test('lags in days are days on the wall clock', () => {
    const end = Date.parse('2026-10-24T10:00:00Z');
    const { earliest } = dependencyLimits([aDependency({ end, lagDays: 1 })], { ...work, zone: 'Europe/Brussels' });
    expect(earliest?.at).toBe(Date.parse('2026-10-25T11:00:00Z'));
  });

  test('a maximum that has passed, or that another appointment may keep, does not count', () => {
    expect(limitsOf({ maxLagSeconds: 7200 }, { now: 105 * HOUR })).toEqual([102, undefined]);
    expect(limitsOf({ maxLagSeconds: 7200 }, { isPlanned: true })).toEqual([102, undefined]);
  });

  test('a task that has begun does not limit what it should have waited for', () => {
    expect(limitsOf({ waits: false, maxLagSeconds: 7200 }, { now: 100 * HOUR })).toEqual([undefined, undefined]);
  });

  test('the tightest limits count, with the tasks that set them, and who does a task that needs a different resource', () => {
    const limits = dependencyLimits(
      [
        aDependency({ name: 'A', differentResources: true, resources: [1, 2] }),
        aDependency({ name: 'B', lagSeconds: 3600, maxLagSeconds: 4 * 3600 }),
        aDependency({ name: 'C', waits: false, start: 106 * HOUR, end: 107 * HOUR }),
      ],
      work,
    );
    expect(limits.earliest).toEqual({ at: 103 * HOUR, task: 'B' });
    expect(limits.latest).toEqual({ at: 106 * HOUR, task: 'C' });
    expect([...limits.apart]).toEqual([
      [1, 'A'],
      [2, 'A'],
    ]);
  });

  test('work within them breaks no dependency, and work outside them does', () => {
    const hours = (least: number, most: number) => fc.integer({ min: least, max: most });
    const cases = fc.record({
      waits: fc.boolean(),
      type: hours(0, 3),
      lag: hours(-5, 5),
      slack: fc.option(hours(0, 5)),
      length: hours(1, 6),
      ms: hours(1, 6),
      start: hours(985, 1015),
    });
    fc.assert(
      fc.property(cases, ({ waits, type, lag, slack, length, ms, start }) => {
        const other = { start: 1000 * HOUR, end: (1000 + length) * HOUR };
        const own = { start: start * HOUR, end: (start + ms) * HOUR };
        const maxLagSeconds = slack === null ? null : (lag + slack) * 3600;
        const dependency = aDependency({ waits, type, lagSeconds: lag * 3600, maxLagSeconds, ...other });
        const { earliest, latest } = dependencyLimits([dependency], { ...work, ms: ms * HOUR });
        const isWithin =
          own.start >= (earliest?.at ?? Number.NEGATIVE_INFINITY) &&
          own.end <= (latest?.at ?? Number.POSITIVE_INFINITY);
        const [predecessor, successor] = waits ? [other, own] : [own, other];
        const broken = dependencyBroken.check({
          part: '',
          type,
          lag: { seconds: lag * 3600 },
          maxLagSeconds,
          sharedResourceId: null,
          predecessor: { ...predecessor, firstId: 1, lastId: 1 },
          successor: { ...successor, firstId: 2, lastId: 2 },
          zone: 'UTC',
        });
        expect(isWithin).toBe(broken.length === 0);
      }),
      { numRuns: runs(300, 5000) },
    );
  });
});
