import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  afterLeaving,
  changeOfTimes,
  endsOf,
  type Part,
  type SessionTimes,
  splitAtMidnight,
} from '../../src/domain/time-session.ts';
import { runs } from '../support/random-cases.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const NOW = Date.UTC(2026, 11, 31);
const CLOCK = { now: NOW, aheadMs: 15 * MINUTE };

/** Zones, each with a moment around which its clocks change; some of them change at midnight. */
const places = [
  { zone: 'Europe/Brussels', around: '2026-03-29T01:00Z' },
  { zone: 'Europe/Brussels', around: '2026-10-25T01:00Z' },
  { zone: 'America/New_York', around: '2026-03-08T07:00Z' },
  { zone: 'America/New_York', around: '2026-11-01T06:00Z' },
  { zone: 'Africa/Cairo', around: '2026-04-23T22:00Z' },
  { zone: 'Africa/Cairo', around: '2026-10-29T21:00Z' },
  { zone: 'America/Havana', around: '2026-03-08T05:00Z' },
  { zone: 'America/Havana', around: '2026-11-01T05:00Z' },
  { zone: 'Asia/Beirut', around: '2026-10-24T21:00Z' },
  { zone: 'Australia/Lord_Howe', around: '2026-04-04T15:00Z' },
  { zone: 'Asia/Kolkata', around: '2026-05-01T18:30Z' },
  { zone: 'Pacific/Apia', around: '2021-04-03T14:00Z' },
  { zone: 'UTC', around: '2026-01-01T00:00Z' },
];
const place = fc.constantFrom(...places);
const midnights = (zone: string, around: number): number[] =>
  [-1, 0, 1, 2].map((days) => {
    const date = Temporal.Instant.fromEpochMilliseconds(around).toZonedDateTimeISO(zone).toPlainDate().add({ days });
    return date.toZonedDateTime(zone).epochMilliseconds;
  });
const dateOf = (zone: string, instant: number): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();

/** Minutes around the change; often the same ones, exact midnights, and no length at all. */
const offset = fc.oneof(fc.integer({ min: -2 * 1440, max: 2 * 1440 }), fc.constantFrom(-1440, -60, 0, 0, 30, 60, 1440));
const sessions = fc.uniqueArray(
  fc.record({
    external: fc.integer({ min: 0, max: 7 }),
    start: offset,
    midnight: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 1 }),
    length: fc.option(fc.oneof(fc.integer({ min: 0, max: 3 * 1440 }), fc.constant(0)), { nil: undefined }),
  }),
  { selector: ({ external }) => external, minLength: 1, maxLength: 8 },
);

interface Sent {
  readonly external: number;
  readonly start: number;
  readonly stop: number | null;
}

/** What the writer does with a call: times by the rules, then the ends of all, then what the ends imply is kept. */
function arrive(stored: Map<number, SessionTimes>, { external, start, stop }: Sent): void {
  const times = changeOfTimes(stored.get(external), { start, stop }, CLOCK);
  if ('code' in times) throw new Error(times.message);
  stored.set(external, times);
  const ends = endsOf([...stored].map(([order, each]) => ({ ...each, order: String(order), claimed: false })));
  for (const [order, each] of stored)
    if (each.recorded === null) stored.set(order, { ...each, implied: ends.get(String(order)) ?? null });
}

function stateAfter(calls: readonly Sent[], zone: string): Map<number, Part[]> {
  const stored = new Map<number, SessionTimes>();
  for (const call of calls) arrive(stored, call);
  return new Map(
    [...stored]
      .sort(([a], [b]) => a - b)
      .map(([external, { start, recorded, implied }]) => [
        external,
        splitAtMidnight({ start, end: recorded ?? implied }, zone),
      ]),
  );
}

describe('a set of calls with ExternalId', () => {
  /** Each session comes as a start and, where its stop is known, with its stop; calls come again, in any order. */
  const story = fc.tuple(sessions, place).chain(([made, { zone, around }]) => {
    const at = Date.parse(around);
    const days = midnights(zone, at);
    const calls = made.flatMap(({ external, start, midnight, length }): Sent[] => {
      const from = (midnight === undefined ? undefined : days[midnight]) ?? at + start * MINUTE;
      const bare = { external, start: from, stop: null };
      return length === undefined ? [bare] : [bare, { ...bare, stop: from + length * MINUTE }];
    });
    const repeated = fc
      .array(fc.constantFrom(...calls), { maxLength: 12 })
      .chain((more) => fc.shuffledSubarray([...calls, ...more], { minLength: calls.length + more.length }));
    return fc.tuple(fc.constant(zone), fc.constant(calls), repeated);
  });

  test('ends in the same state in any order of arrival and with any number of repeats', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(story, ([zone, calls, shuffled]) => {
        expect(stateAfter(shuffled, zone)).toEqual(stateAfter(calls, zone));
      }),
      { numRuns: runs(1000, 5000) },
    );
  });

  test('leaves at most one running, the last; whatever was not stopped ends where the next begins', {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(story, ([zone, calls, shuffled]) => {
        const state = [...stateAfter(shuffled, zone)].map(([external, parts]) => ({
          start: parts[0]!.start,
          end: parts.at(-1)!.end,
          stopped: calls.some((call) => call.external === external && call.stop !== null),
        }));
        const running = state.filter(({ end }) => end === null);
        expect(running.length).toBeLessThanOrEqual(1);
        for (const { start } of running) expect(start).toBe(Math.max(...state.map((each) => each.start)));
        for (const each of state.filter(({ stopped }) => !stopped)) {
          const later = state.filter(({ start }) => start > each.start).map(({ start }) => start);
          const together = state.filter(({ start }) => start === each.start).length > 1;
          const next = later.length > 0 ? Math.min(...later) : null;
          expect(together ? [each.start, next] : [next]).toContain(each.end);
        }
      }),
      { numRuns: runs(500, 2000) },
    );
  });

  test('makes parts that follow each other from start to end, each of one day of the zone', {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(story, ([zone, calls]) => {
        for (const parts of stateAfter(calls, zone).values())
          for (const [i, { start, end }] of parts.entries()) {
            if (i > 0) expect(start).toBe(parts[i - 1]!.end);
            if (i > 0) expect(dateOf(zone, start - 1)).not.toBe(dateOf(zone, start));
            if (end === null) expect(parts).toHaveLength(1);
            else if (parts.length > 1) expect(end).toBeGreaterThan(start);
            if (end !== null && end > start) expect(dateOf(zone, end - 1)).toBe(dateOf(zone, start));
          }
      }),
      { numRuns: runs(500, 2000) },
    );
  });
});

describe('sessions that move between resources', () => {
  interface Placed extends SessionTimes {
    readonly resource: number;
  }
  type Step = Sent & { readonly resource: number | undefined };

  /** As the writer does it: the session leaves its resource, arrives at the other, and both get their ends again. */
  function step(stored: Map<number, Placed>, { external, start, stop, resource }: Step): void {
    const known = stored.get(external);
    const to = resource ?? known?.resource ?? 0;
    const moves = known !== undefined && known.resource !== to;
    const times = changeOfTimes(moves ? { ...known, implied: null } : known, { start, stop }, CLOCK);
    if ('code' in times) throw new Error(times.message);
    stored.set(external, { ...times, resource: to });
    if (moves)
      for (const [order, each] of stored)
        if (each.resource === known.resource) stored.set(order, afterLeaving(each, known.start));
    for (const at of [0, 1, 2]) {
      const own = [...stored].filter(([, each]) => each.resource === at);
      const ends = endsOf(own.map(([order, each]) => ({ ...each, order: String(order), claimed: false })));
      for (const [order, each] of own)
        if (each.recorded === null) stored.set(order, { ...each, implied: ends.get(String(order)) ?? null });
    }
  }

  const stateOf = (steps: readonly Step[]) => {
    const stored = new Map<number, Placed>();
    for (const each of steps) step(stored, each);
    return [...stored]
      .sort(([a], [b]) => a - b)
      .map(([external, { start, recorded, implied, resource }]) => [external, resource, start, recorded ?? implied]);
  };

  const moving = fc.uniqueArray(
    fc.record({
      external: fc.integer({ min: 0, max: 7 }),
      start: offset,
      length: fc.option(fc.integer({ min: 0, max: 3 * 1440 }), { nil: undefined }),
      resources: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 4 }),
    }),
    { selector: ({ external }) => external, minLength: 1, maxLength: 8 },
  );

  test('end in the same state as if each had begun where it ended up, however the calls mix', {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(moving, fc.infiniteStream(fc.nat()), (made, chance) => {
        const direct: Step[] = [];
        const queues = made.map(({ external, start, length, resources }): Step[] => {
          const from = NOW - 5 * DAY + start * MINUTE;
          const stop = length === undefined ? null : from + length * MINUTE;
          const bare = { external, start: from, stop: null };
          direct.push({ ...bare, stop, resource: resources.at(-1) });
          // Moves come in their order; the stop comes with any of them.
          const steps: Step[] = resources.map((resource) => ({ ...bare, resource }));
          const at = 1 + ((chance.next().value ?? 0) % steps.length);
          return [...steps.slice(0, at), { ...bare, stop, resource: undefined }, ...steps.slice(at)];
        });
        const mixed: Step[] = [];
        for (
          let left = queues.filter((each) => each.length > 0);
          left.length > 0;
          left = left.filter((q) => q.length > 0)
        )
          mixed.push(left[(chance.next().value ?? 0) % left.length]!.shift()!);
        expect(stateOf(mixed)).toEqual(stateOf(direct));
      }),
      { numRuns: runs(1000, 5000) },
    );
  });
});

describe('midnight', () => {
  const split = (zone: string, start: string, end: string | null) =>
    splitAtMidnight({ start: Date.parse(start), end: end === null ? null : Date.parse(end) }, zone).map((part) => [
      new Date(part.start).toISOString().slice(0, 16),
      part.end === null ? null : new Date(part.end).toISOString().slice(0, 16),
    ]);

  test('a day of 23 and one of 25 hours are one part each', () => {
    const lengths = (start: string, end: string) =>
      splitAtMidnight({ start: Date.parse(start), end: Date.parse(end) }, 'Europe/Brussels').map(
        (part) => ((part.end ?? 0) - part.start) / 3_600_000,
      );
    expect(lengths('2026-03-28T12:00+01:00', '2026-03-30T12:00+02:00')).toEqual([12, 23, 12]);
    expect(lengths('2026-10-24T12:00+02:00', '2026-10-26T12:00+01:00')).toEqual([12, 25, 12]);
  });

  test('the first hour that comes twice belongs to one day', () => {
    // Havana: 01:00 becomes 00:00, the day has two first hours.
    expect(split('America/Havana', '2026-11-01T03:00Z', '2026-11-01T06:00Z')).toEqual([
      ['2026-11-01T03:00', '2026-11-01T04:00'],
      ['2026-11-01T04:00', '2026-11-01T06:00'],
    ]);
  });

  test('a day that a zone left out has no part', () => {
    // Apia went from 29 to 31 December 2011.
    expect(split('Pacific/Apia', '2011-12-30T08:00Z', '2011-12-30T12:00Z')).toEqual([
      ['2011-12-30T08:00', '2011-12-30T10:00'],
      ['2011-12-30T10:00', '2011-12-30T12:00'],
    ]);
  });

  test('a session that fills a day, has no length or still runs is one part', () => {
    expect(split('UTC', '2026-05-01T00:00Z', '2026-05-02T00:00Z')).toHaveLength(1);
    expect(split('UTC', '2026-05-01T00:00Z', '2026-05-01T00:00Z')).toEqual([['2026-05-01T00:00', '2026-05-01T00:00']]);
    expect(split('UTC', '2026-05-01T23:00Z', null)).toEqual([['2026-05-01T23:00', null]]);
  });
});

describe('times of a session', () => {
  const start = NOW - DAY;
  const code = (sent: { start?: number; stop?: number | null }) => {
    const times = changeOfTimes(undefined, { start, stop: null, ...sent }, CLOCK);
    return 'code' in times ? times.code : 'kept';
  };

  test('a stop before the start, more than the minutes ahead, another decade and more than a year are refused', () => {
    expect(code({ stop: start - 1 })).toBe('APP010');
    expect(code({ start: NOW + 15 * MINUTE + 1 })).toBe('APP010');
    expect(code({ start: NOW - 3661 * DAY })).toBe('APP010');
    expect(code({ start: NOW - 367 * DAY, stop: NOW })).toBe('APP010');
    expect(code({ stop: start })).toBe('kept');
    expect(code({ start: NOW + 15 * MINUTE })).toBe('kept');
    expect(code({ start: NOW - 366 * DAY, stop: NOW })).toBe('kept');
    expect(code({ start: NOW, stop: NOW + 26 * 60 * MINUTE })).toBe('kept');
    expect(code({ start: NOW, stop: NOW + 26 * 60 * MINUTE + 1 })).toBe('APP010');
  });

  test('a refusal names the setting, and a start that is stored is not refused again', () => {
    const ahead = { start: NOW + 20 * MINUTE, stop: null };
    expect(changeOfTimes(undefined, ahead, CLOCK)).toMatchObject({
      code: 'APP010',
      message: expect.stringContaining('SESSION_MAX_AHEAD_MINUTES'),
    });
    const known = { start: ahead.start, recorded: null, implied: null };
    expect(changeOfTimes(known, { ...ahead, stop: ahead.start }, CLOCK)).toMatchObject({ recorded: ahead.start });
  });

  test('a recorded stop is moved by another, and cleared by none', () => {
    const known = { start, recorded: start + MINUTE, implied: null };
    expect(changeOfTimes(known, { start, stop: null }, CLOCK)).toEqual(known);
    expect(changeOfTimes(known, { start, stop: start + DAY / 2 }, CLOCK)).toMatchObject({ recorded: start + DAY / 2 });
  });

  test('what a neighbour implied is kept as long as the start stays', () => {
    const known = { start, recorded: null, implied: start + MINUTE };
    expect(changeOfTimes(known, { start, stop: null }, CLOCK)).toEqual(known);
    expect(changeOfTimes(known, { start: start + 1, stop: null }, CLOCK)).toMatchObject({ implied: null });
  });

  test('a claimed session keeps its end, whatever begins within it', () => {
    const claimed = { start, recorded: null, implied: start + DAY, order: 'a', claimed: true };
    const newcomer = { start: start + MINUTE, recorded: null, implied: null, order: 'b', claimed: false };
    expect(endsOf([claimed, newcomer]).get('a')).toBe(start + DAY);
    expect(endsOf([{ ...claimed, claimed: false }, newcomer]).get('a')).toBe(start + MINUTE);
  });
});
