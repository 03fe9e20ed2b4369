import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  dateOfInstant,
  formatInstant,
  instantOfLocal,
  knownZone,
  localOfInstant,
  offsetAt,
} from '../../../src/domain/time/zone.ts';

/** Temporal is the judge: slow, but written from the specification. */
const judge = {
  at: (zone: string, instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone),
  local: (zone: string, instant: number) => asIfUtc(judge.at(zone, instant).toPlainDateTime()),
  instant: (zone: string, local: number) =>
    Temporal.Instant.fromEpochMilliseconds(local)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime()
      .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds,
};
const asIfUtc = (wall: Temporal.PlainDateTime): number => wall.toZonedDateTime('UTC').epochMilliseconds;

type Converter = (zone: string, at: number) => unknown;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const zones = Intl.supportedValuesOf('timeZone');
const since = Date.UTC(1990, 0, 1);
const until = Date.UTC(2061, 0, 1);

const aZone = fc.constantFrom(...zones);
const anInstant = fc.integer({ min: since, max: until - 1 });
const anywhere = fc.record({ zone: aZone, instant: anInstant });

/** Where everything that can go wrong goes wrong: around each change of the offset in a year, and around its first and last day. */
const aYearOfAZone = fc
  .record({
    zone: aZone,
    year: fc.integer({ min: 1990, max: 2060 }),
    near: fc.array(fc.integer({ min: -3 * HOUR, max: 3 * HOUR }), { minLength: 3, maxLength: 3 }),
    far: fc.array(fc.integer({ min: -2 * DAY, max: 2 * DAY }), { minLength: 2, maxLength: 2 }),
    within: fc.array(fc.integer({ min: 0, max: 365 * DAY }), { minLength: 2, maxLength: 2 }),
  })
  .map(({ zone, year, near, far, within }) => {
    const [begins, ends] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
    const instants = [...within, ...far].map((away) => begins + away);
    instants.push(begins - 1, begins, ends - 1);
    let change = judge.at(zone, begins).getTimeZoneTransition('next');
    for (; change && change.epochMilliseconds < ends; change = change.getTimeZoneTransition('next'))
      for (const away of [-1, 0, -HOUR, HOUR, -30 * MINUTE, ...near, ...far])
        instants.push(change.epochMilliseconds + away);
    return { zone, instants };
  });

const utc = (text: string): number => Date.parse(`${text}Z`);

describe('conversions agree with Temporal, in any zone the runtime knows and any year from 1990 to 2060', () => {
  const forEveryYear = (answer: Converter, expected: Converter, numRuns = 150): void =>
    fc.assert(
      fc.property(aYearOfAZone, ({ zone, instants }) => {
        const shown = (convert: Converter) =>
          instants.map((at) => `${new Date(at).toISOString()} ${convert(zone, at)}`);
        expect(shown(answer)).toEqual(shown(expected));
      }),
      { numRuns },
    );

  test('the offset of an instant', () => {
    forEveryYear(offsetAt, (zone, instant) => judge.at(zone, instant).offsetNanoseconds / 1e6);
  });

  test('the wall clock and the date of an instant', () => {
    forEveryYear(
      (zone, instant) => `${localOfInstant(zone, instant)} ${dateOfInstant(zone, instant)}`,
      (zone, instant) => `${judge.local(zone, instant)} ${judge.at(zone, instant).toPlainDate()}`,
    );
  });

  test('the instant of a wall clock: a skipped time moves forward by the gap, one that occurs twice is the first', () => {
    forEveryYear(instantOfLocal, judge.instant);
    // The same moments as the zone's own clock shows them, which really fall into gaps and overlaps.
    forEveryYear(
      (zone, instant) => instantOfLocal(zone, judge.local(zone, instant)),
      (zone, instant) => judge.instant(zone, judge.local(zone, instant)),
    );
    forEveryYear(
      (zone, instant) => instantOfLocal(zone, instant + judge.at(zone, instant - DAY).offsetNanoseconds / 1e6),
      (zone, instant) => judge.instant(zone, instant + judge.at(zone, instant - DAY).offsetNanoseconds / 1e6),
    );
  });

  test('the written form, which reads back as the same instant', () => {
    forEveryYear(
      (zone, instant) => `${formatInstant(zone, instant)} ${Date.parse(formatInstant(zone, instant))}`,
      (zone, instant) =>
        `${judge.at(zone, instant).toString({ timeZoneName: 'never', fractionalSecondDigits: instant % 1000 ? 3 : 0 })} ${instant}`,
    );
  });

  test('there and back is the same instant, unless the wall clock showed that time before', () => {
    fc.assert(
      fc.property(aYearOfAZone, ({ zone, instants }) => {
        for (const instant of instants) {
          const back = instantOfLocal(zone, localOfInstant(zone, instant));
          expect(back).toBeLessThanOrEqual(instant);
          expect(localOfInstant(zone, back)).toBe(localOfInstant(zone, instant));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('any instant at all', () => {
    fc.assert(
      fc.property(anywhere, ({ zone, instant }) => {
        expect(localOfInstant(zone, instant)).toBe(judge.local(zone, instant));
        expect(instantOfLocal(zone, instant)).toBe(judge.instant(zone, instant));
      }),
      { numRuns: 500 },
    );
  });
});

describe('changes of the clock that planners meet', () => {
  test.each([
    ['a skipped hour', 'Europe/Brussels', '2026-03-29T02:30', '2026-03-29T03:30:00+02:00'],
    ['the first moment of the gap', 'Europe/Brussels', '2026-03-29T02:00', '2026-03-29T03:00:00+02:00'],
    ['the last moment before the gap', 'Europe/Brussels', '2026-03-29T01:59', '2026-03-29T01:59:00+01:00'],
    ['the first moment after the gap', 'Europe/Brussels', '2026-03-29T03:00', '2026-03-29T03:00:00+02:00'],
    ['a repeated hour', 'Europe/Brussels', '2026-10-25T02:30', '2026-10-25T02:30:00+02:00'],
    ['the last moment of the overlap', 'Europe/Brussels', '2026-10-25T02:59', '2026-10-25T02:59:00+02:00'],
    ['the first moment after the overlap', 'Europe/Brussels', '2026-10-25T03:00', '2026-10-25T03:00:00+01:00'],
    ['half an hour that is skipped', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-04T02:45:00+11:00'],
    ['half an hour that repeats', 'Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-05T01:45:00+11:00'],
    ['a midnight that does not exist', 'America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T01:00:00-02:00'],
    ['a midnight that does not exist', 'Africa/Cairo', '2024-04-26T00:00', '2024-04-26T01:00:00+03:00'],
    ['a midnight that does not exist', 'Asia/Beirut', '2025-03-30T00:00', '2025-03-30T01:00:00+03:00'],
    ['a day that does not exist', 'Pacific/Apia', '2011-12-30T12:00', '2011-12-31T12:00:00+14:00'],
    ['the evening before that day', 'Pacific/Apia', '2011-12-29T23:59', '2011-12-29T23:59:00-10:00'],
    ['a zone of 45 minutes', 'Asia/Kathmandu', '2026-01-01T00:00', '2026-01-01T00:00:00+05:45'],
    ['New Year far in the east', 'Pacific/Kiritimati', '2026-01-01T00:00', '2026-01-01T00:00:00+14:00'],
    ['New Year far in the west', 'Pacific/Niue', '2025-12-31T23:59', '2025-12-31T23:59:00-11:00'],
  ])('%s (%s %s)', (_what, zone, wall, written) => {
    const instant = instantOfLocal(zone, utc(wall));
    expect(formatInstant(zone, instant)).toBe(written);
    expect(instant).toBe(judge.instant(zone, utc(wall)));
  });

  test.each([
    ['Europe/Brussels', '2026-03-29', 23],
    ['Europe/Brussels', '2026-10-25', 25],
    ['Europe/Brussels', '2026-06-01', 24],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['America/Sao_Paulo', '2018-11-04', 23],
    ['Africa/Cairo', '2024-04-26', 23],
    ['Pacific/Apia', '2011-12-30', 0],
  ])('in %s the day %s has %d hours', (zone, day, hours) => {
    const midnight = utc(`${day}T00:00`);
    expect((instantOfLocal(zone, midnight + DAY) - instantOfLocal(zone, midnight)) / HOUR).toBe(hours);
  });

  test('the day that Samoa skipped holds no instant', () => {
    const zone = 'Pacific/Apia';
    const end = instantOfLocal(zone, utc('2011-12-29T23:59:59'));
    expect(dateOfInstant(zone, end)).toBe('2011-12-29');
    expect(dateOfInstant(zone, end + 1000)).toBe('2011-12-31');
  });

  test('an offset below zero that is no whole hour is written with its sign once', () => {
    expect(formatInstant('America/St_Johns', utc('2026-01-15T12:00'))).toBe('2026-01-15T08:30:00-03:30');
  });

  test('milliseconds are written only where there are some', () => {
    expect(formatInstant('UTC', utc('2026-01-15T12:00:00.000'))).toBe('2026-01-15T12:00:00+00:00');
    expect(formatInstant('UTC', utc('2026-01-15T12:00:00.050'))).toBe('2026-01-15T12:00:00.050+00:00');
    expect(formatInstant('UTC', utc('2026-01-15T12:00:00.050') + 0.999)).toBe('2026-01-15T12:00:00.050+00:00');
  });
});

describe("the process's own zone", () => {
  const own = process.env['TZ'];
  afterEach(() => {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  });

  test('does not change any answer', async () => {
    const years = fc.sample(aYearOfAZone, { numRuns: 40, seed: 20260329 });
    const cases = years.flatMap(({ zone, instants }) => instants.map((instant) => ({ zone, instant })));
    const answers = async (processZone: string): Promise<unknown> => {
      process.env['TZ'] = processZone;
      // A fresh module: nothing is answered from tables that were made under another zone.
      vi.resetModules();
      const fresh = await import('../../../src/domain/time/zone.ts');
      return {
        clock: new Date(2026, 5, 1, 12).toISOString(),
        answers: cases.map(({ zone, instant }) => [
          fresh.offsetAt(zone, instant),
          fresh.instantOfLocal(zone, instant),
          fresh.formatInstant(zone, instant),
          fresh.dateOfInstant(zone, instant),
        ]),
      };
    };
    const [utcs, apia, brussels] = [
      await answers('UTC'),
      await answers('Pacific/Apia'),
      await answers('Europe/Brussels'),
    ];
    expect(utcs).not.toMatchObject({ clock: (apia as { clock: string }).clock });
    expect(apia).toMatchObject({ answers: (utcs as { answers: unknown[] }).answers });
    expect(brussels).toMatchObject({ answers: (utcs as { answers: unknown[] }).answers });
  });
});

describe('knownZone', () => {
  test('knows every zone of the runtime by its own name', () => {
    for (const zone of zones) expect(knownZone(zone)).toBe(zone);
  });

  test('answers any case in the usual spelling', () => {
    fc.assert(
      fc.property(aZone, fc.infiniteStream(fc.boolean()), (zone, ups) => {
        const shouted = [...zone].map((c) => (ups.next().value ? c.toUpperCase() : c.toLowerCase())).join('');
        expect(knownZone(shouted)).toBe(zone);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['europe/kyiv', 'Europe/Kyiv'],
    ['EUROPE/KYIV', 'Europe/Kyiv'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['US/Eastern', 'US/Eastern'],
    ['us/eastern', 'US/Eastern'],
    ['gmt', 'GMT'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('%s is %s: an alias is kept as the user chose it, in its usual spelling', (sent, zone) => {
    expect(knownZone(sent)).toBe(zone);
  });

  test.each([
    '',
    ' ',
    '+02:00',
    '-05:00',
    '02:00',
    'Europe/Atlantis',
    'Brussels',
    'Europe/Brussels ',
    'W. Europe Standard Time',
    '__proto__',
    'null',
  ])('%j is no zone', (sent) => {
    expect(knownZone(sent)).toBeUndefined();
  });
});
