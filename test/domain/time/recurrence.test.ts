import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_OCCURRENCES, occurrencesOf } from '../../../src/domain/time/recurrence.ts';
import { instantOfLocal, localOfInstant } from '../../../src/domain/time/zone.ts';

const NEW_YORK = 'America/New_York';
const BRUSSELS = 'Europe/Brussels';

const localMs = (text: string): number => Date.parse(`${text.length === 10 ? `${text}T09:00` : text}Z`);
const shownLocal = (local: number): string => {
  const text = new Date(local).toISOString();
  return text.slice(11, 16) === '09:00' ? text.slice(0, 10) : text.slice(0, 16);
};

/** Dates and times are wall clocks of the zone; 09:00 where only a date is given. */
function series(rule: string, start: string, end: string, zone = NEW_YORK, except: (string | number)[] = []) {
  const made = occurrencesOf({
    rule,
    start: instantOfLocal(zone, localMs(start)),
    end: instantOfLocal(zone, localMs(end)),
    zone,
    except,
  });
  if ('code' in made) return { ...made, starts: [], instants: [], skipped: [] };
  return {
    starts: made.starts.map((start) => shownLocal(localOfInstant(zone, start))),
    instants: made.starts.map((start) => new Date(start).toISOString()),
    skipped: made.skipped.map((each) => ({
      reason: each.reason,
      at: each.reason === 'clockChange' ? shownLocal(each.local) : shownLocal(localOfInstant(zone, each.start)),
    })),
  };
}

/** `1997-09 2 4, 1997-10 1` are three dates. */
const days = (text: string): string[] =>
  text.split(', ').flatMap((part) => {
    const [month = '', ...dates] = part.split(' ');
    return dates.map((day) => `${month}-${day.padStart(2, '0')}`);
  });
const range = (first: number, last: number, step = 1): string =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step).join(' ');
const at = (day: string, ...times: string[]): string[] =>
  times.map((time) => (time === '09:00' ? day : `${day}T${time}`));

describe('the examples of RFC 5545, section 3.8.5.3', () => {
  const S = '1997-09-02';
  const FOREVER = '2004-12-31';
  const everyJanuary = [1998, 1999, 2000].flatMap((year) => days(`${year}-01 ${range(1, 31)}`));
  const fridayThe13th = days('1998-02 13, 1998-03 13, 1998-11 13, 1999-08 13, 2000-10 13');
  const twentyMinutes = Array.from({ length: 24 }, (_, i) =>
    [String(9 + Math.floor(i / 3)).padStart(2, '0'), ['00', '20', '40'][i % 3]].join(':'),
  );

  test.each<[string, string, string, string[]]>([
    ['FREQ=DAILY;COUNT=10', S, FOREVER, days(`1997-09 ${range(2, 11)}`)],
    [
      'FREQ=DAILY;UNTIL=19971224T000000Z',
      S,
      FOREVER,
      days(`1997-09 ${range(2, 30)}, 1997-10 ${range(1, 31)}, 1997-11 ${range(1, 30)}, 1997-12 ${range(1, 23)}`),
    ],
    [
      'FREQ=DAILY;INTERVAL=2',
      S,
      '1997-12-03',
      days(
        `1997-09 ${range(2, 30, 2)}, 1997-10 ${range(2, 30, 2)}, 1997-11 ${range(1, 29, 2)}, 1997-12 ${range(1, 3, 2)}`,
      ),
    ],
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', S, FOREVER, days('1997-09 2 12 22, 1997-10 2 12')],
    ['FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA', '1998-01-01', FOREVER, everyJanuary],
    ['FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', '1998-01-01', FOREVER, everyJanuary],
    ['FREQ=WEEKLY;COUNT=10', S, FOREVER, days('1997-09 2 9 16 23 30, 1997-10 7 14 21 28, 1997-11 4')],
    [
      'FREQ=WEEKLY;UNTIL=19971224T000000Z',
      S,
      FOREVER,
      days('1997-09 2 9 16 23 30, 1997-10 7 14 21 28, 1997-11 4 11 18 25, 1997-12 2 9 16 23'),
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
      S,
      '1998-02-17',
      days('1997-09 2 16 30, 1997-10 14 28, 1997-11 11 25, 1997-12 9 23, 1998-01 6 20, 1998-02 3 17'),
    ],
    [
      'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
      S,
      FOREVER,
      days('1997-09 2 4 9 11 16 18 23 25 30, 1997-10 2'),
    ],
    ['FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', S, FOREVER, days('1997-09 2 4 9 11 16 18 23 25 30, 1997-10 2')],
    [
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
      '1997-09-01',
      FOREVER,
      days('1997-09 1 3 5 15 17 19 29, 1997-10 1 3 13 15 17 27 29 31, 1997-11 10 12 14 24 26 28, 1997-12 8 10 12 22'),
    ],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', S, FOREVER, days('1997-09 2 4 16 18 30, 1997-10 2 14 16')],
    [
      'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
      '1997-09-05',
      FOREVER,
      days(
        '1997-09 5, 1997-10 3, 1997-11 7, 1997-12 5, 1998-01 2, 1998-02 6, 1998-03 6, 1998-04 3, 1998-05 1, 1998-06 5',
      ),
    ],
    [
      'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
      '1997-09-05',
      FOREVER,
      days('1997-09 5, 1997-10 3, 1997-11 7, 1997-12 5'),
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
      '1997-09-07',
      FOREVER,
      days('1997-09 7 28, 1997-11 2 30, 1998-01 4 25, 1998-03 1 29, 1998-05 3 31'),
    ],
    [
      'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
      '1997-09-22',
      FOREVER,
      days('1997-09 22, 1997-10 20, 1997-11 17, 1997-12 22, 1998-01 19, 1998-02 16'),
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-3',
      '1997-09-28',
      '1998-02-28',
      days('1997-09 28, 1997-10 29, 1997-11 28, 1997-12 29, 1998-01 29, 1998-02 26'),
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
      S,
      FOREVER,
      days('1997-09 2 15, 1997-10 2 15, 1997-11 2 15, 1997-12 2 15, 1998-01 2 15'),
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
      '1997-09-30',
      FOREVER,
      days('1997-09 30, 1997-10 1 31, 1997-11 1 30, 1997-12 1 31, 1998-01 1 31, 1998-02 1'),
    ],
    [
      'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
      '1997-09-10',
      FOREVER,
      days('1997-09 10 11 12 13 14 15, 1999-03 10 11 12 13'),
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
      S,
      '1998-03-31',
      days('1997-09 2 9 16 23 30, 1997-11 4 11 18 25, 1998-01 6 13 20 27, 1998-03 3 10 17 24 31'),
    ],
    [
      'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
      '1997-06-10',
      FOREVER,
      [1997, 1998, 1999, 2000, 2001].flatMap((year) => days(`${year}-06 10, ${year}-07 10`)),
    ],
    [
      'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
      '1997-03-10',
      FOREVER,
      ['1997-03-10', ...[1999, 2001, 2003].flatMap((year) => days(`${year}-01 10, ${year}-02 10, ${year}-03 10`))],
    ],
    [
      'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
      '1997-01-01',
      '2010-01-01',
      days(
        '1997-01 1, 1997-04 10, 1997-07 19, 2000-01 1, 2000-04 9, 2000-07 18, 2003-01 1, 2003-04 10, 2003-07 19, 2006-01 1',
      ),
    ],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '1999-12-31', days('1997-05 19, 1998-05 18, 1999-05 17')],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', '1999-12-31', days('1997-05 12, 1998-05 11, 1999-05 17')],
    [
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
      '1997-03-13',
      '1999-12-31',
      days('1997-03 13 20 27, 1998-03 5 12 19 26, 1999-03 4 11 18 25'),
    ],
    [
      'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
      '1997-06-05',
      '1998-12-31',
      days(
        '1997-06 5 12 19 26, 1997-07 3 10 17 24 31, 1997-08 7 14 21 28, 1998-06 4 11 18 25, 1998-07 2 9 16 23 30, 1998-08 6 13 20 27',
      ),
    ],
    // The standard leaves its start out by an EXDATE; here a start that does not match the rule is none of its occurrences.
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', S, '2000-12-31', fridayThe13th],
    [
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
      '1997-09-13',
      '1998-06-13',
      days(
        '1997-09 13, 1997-10 11, 1997-11 8, 1997-12 13, 1998-01 10, 1998-02 7, 1998-03 7, 1998-04 11, 1998-05 9, 1998-06 13',
      ),
    ],
    [
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '1996-11-05',
      '2004-12-31',
      days('1996-11 5, 2000-11 7, 2004-11 2'),
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', FOREVER, days('1997-09 4, 1997-10 7, 1997-11 6')],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '1997-09-29',
      '1998-03-31',
      days('1997-09 29, 1997-10 30, 1997-11 27, 1997-12 30, 1998-01 29, 1998-02 26, 1998-03 30'),
    ],
    // The standard's text says 17:00 UTC and shows 09:00, 12:00 and 15:00; an erratum makes it 21:00.
    ['FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z', S, FOREVER, at(S, '09:00', '12:00', '15:00')],
    ['FREQ=MINUTELY;INTERVAL=15;COUNT=6', S, FOREVER, at(S, '09:00', '09:15', '09:30', '09:45', '10:00', '10:15')],
    ['FREQ=MINUTELY;INTERVAL=90;COUNT=4', S, FOREVER, at(S, '09:00', '10:30', '12:00', '13:30')],
    [
      'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40',
      S,
      '1997-09-03T16:59',
      [...at(S, ...twentyMinutes), ...at('1997-09-03', ...twentyMinutes)],
    ],
    [
      'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16',
      S,
      '1997-09-03T16:59',
      [...at(S, ...twentyMinutes), ...at('1997-09-03', ...twentyMinutes)],
    ],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', FOREVER, days('1997-08 5 10 19 24')],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', FOREVER, days('1997-08 5 17 19 31')],
    [
      'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
      '2007-01-15',
      '2010-01-01',
      days('2007-01 15 30, 2007-02 15, 2007-03 15 30'),
    ],
  ])('%s', (rule, start, end, expected) => {
    expect(series(rule, start, end).starts).toEqual(expected);
    expect(series(`RRULE:${rule}`, start, end).starts).toEqual(expected);
  });
});

describe('rules', () => {
  test.each([
    ['daily', '2026-06-01', '2026-06-03', days('2026-06 1 2 3')],
    ['Weekly', '2026-06-01', '2026-06-15', days('2026-06 1 8 15')],
    ['MONTHLY', '2026-06-01', '2026-08-01', days('2026-06 1, 2026-07 1, 2026-08 1')],
    ['yearly', '2026-06-01', '2027-06-01', days('2026-06 1, 2027-06 1')],
    ['rrule:freq=weekly;byday=mo,we;', '2026-06-01', '2026-06-08', days('2026-06 1 3 8')],
  ])('%s needs no more than that', (rule, start, end, expected) => {
    expect(series(rule, start, end).starts).toEqual(expected);
  });

  test('29 February comes in leap years only', () => {
    expect(series('yearly', '2024-02-29', '2034-01-01').starts).toEqual(days('2024-02 29, 2028-02 29, 2032-02 29'));
  });

  test('the 31st comes in months that have one', () => {
    expect(series('monthly', '2026-01-31', '2026-08-31').starts).toEqual(
      days('2026-01 31, 2026-03 31, 2026-05 31, 2026-07 31, 2026-08 31'),
    );
  });

  test('the last Friday, and the last working day, of a month', () => {
    const lastFriday = series('FREQ=MONTHLY;BYDAY=-1FR', '2026-01-01', '2026-04-30').starts;
    expect(lastFriday).toEqual(days('2026-01 30, 2026-02 27, 2026-03 27, 2026-04 24'));
    const lastWorkingDay = series('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-01-01', '2026-05-31').starts;
    expect(lastWorkingDay).toEqual(days('2026-01 30, 2026-02 27, 2026-03 31, 2026-04 30, 2026-05 29'));
  });

  test('the last working day of every month of eighty years is within what may be searched', () => {
    const rule = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1';
    expect(series(rule, '2026-01-01', '2105-12-31').starts).toHaveLength(960);
  });

  test('UNTIL in UTC ends at that instant, a local one at that wall clock, a date with that day', () => {
    const until = (value: string) => series(`FREQ=DAILY;UNTIL=${value}`, '2026-06-01', '2026-12-31', BRUSSELS).starts;
    // 09:00 in Brussels is 07:00 in UTC.
    expect(until('20260603T070000Z')).toEqual(days('2026-06 1 2 3'));
    expect(until('20260603T065959Z')).toEqual(days('2026-06 1 2'));
    expect(until('20260603T090000')).toEqual(days('2026-06 1 2 3'));
    expect(until('20260603T085959')).toEqual(days('2026-06 1 2'));
    expect(until('20260603')).toEqual(days('2026-06 1 2 3'));
  });

  test('a yearly rule over 30 years keeps its day and its wall clock', () => {
    const { starts } = series('yearly', '2026-07-15', '2055-12-31', BRUSSELS);
    expect(starts).toEqual(Array.from({ length: 30 }, (_, i) => `${2026 + i}-07-15`));
  });

  test('a rule without an end goes on until endDate, which belongs to it', () => {
    expect(series('daily', '2026-06-01', '2026-06-30').starts).toHaveLength(30);
    expect(series('daily', '2026-06-01', '2026-06-30T08:59').starts).toHaveLength(29);
  });

  test('1,000 occurrences are made, 1,001 refused with the limit', () => {
    expect(series(`FREQ=DAILY;COUNT=${MOST_OCCURRENCES}`, '2026-06-01', '2036-06-01').starts).toHaveLength(1000);
    expect(series('FREQ=DAILY;COUNT=1001', '2026-06-01', '2036-06-01')).toMatchObject({
      code: 'REQ014',
      message: expect.stringContaining('more than 1000 occurrences'),
    });
    expect(series('FREQ=SECONDLY', '2026-06-01', '2036-06-01')).toMatchObject({ code: 'REQ014' });
    // A large COUNT that endDate cuts is no reason to refuse.
    expect(series('FREQ=DAILY;COUNT=999999', '2026-06-01', '2026-06-03').starts).toHaveLength(3);
  });

  test('a COUNT needs no near endDate; without it a hundred years are the most', () => {
    expect(series('FREQ=YEARLY;COUNT=3', '2026-06-01', '9999-12-31').starts).toHaveLength(3);
    expect(series('FREQ=YEARLY', '2026-06-01', '9999-12-31')).toMatchObject({ parameter: 'endDate' });
  });

  test('days and instants among exceptDates are left out and told, and COUNT counts them', () => {
    const moment = instantOfLocal(BRUSSELS, localMs('2026-06-04'));
    const { starts, skipped } = series('FREQ=DAILY;COUNT=5', '2026-06-01', '2026-12-31', BRUSSELS, [
      '2026-06-02',
      moment,
      moment + 1,
      '2026-07-30',
    ]);
    expect(starts).toEqual(days('2026-06 1 3 5'));
    expect(skipped).toEqual([
      { reason: 'exceptDate', at: '2026-06-02' },
      { reason: 'exceptDate', at: '2026-06-04' },
    ]);
  });

  test('a start that the rule does not name is no occurrence', () => {
    expect(series('FREQ=WEEKLY;BYDAY=MO', '2026-06-03', '2026-06-16').starts).toEqual(days('2026-06 8 15'));
  });
});

describe('on days when the clock changes', () => {
  test('the wall clock stays, and so the distance in UTC changes', () => {
    expect(series('daily', '2026-03-28', '2026-03-30', BRUSSELS).instants).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
    ]);
  });

  test.each([
    [BRUSSELS, '2026-03-28T02:00', '2026-03-30T02:00', '2026-03-29T02:00'],
    [NEW_YORK, '2026-03-07T02:30', '2026-03-09T02:30', '2026-03-08T02:30'],
    // Cairo and Beirut leave out midnight.
    ['Africa/Cairo', '2026-04-23T00:00', '2026-04-25T00:00', '2026-04-24T00:00'],
    // Half an hour.
    ['Australia/Lord_Howe', '2026-10-03T02:15', '2026-10-05T02:15', '2026-10-04T02:15'],
  ])('%s: a time that is skipped in spring is not made, and told', (zone, start, end, gap) => {
    const { starts, skipped } = series('daily', start, end, zone);
    expect(starts).toEqual([start, end]);
    expect(skipped).toEqual([{ reason: 'clockChange', at: gap }]);
  });

  test('a time that the clock skips does not count', () => {
    const { starts, skipped } = series('FREQ=DAILY;COUNT=3', '2026-03-28T02:30', '2026-12-31', BRUSSELS);
    expect(starts).toEqual(['2026-03-28T02:30', '2026-03-30T02:30', '2026-03-31T02:30']);
    expect(skipped).toHaveLength(1);
    // What lies after the last one is not returned.
    expect(series('FREQ=DAILY;COUNT=1', '2026-03-28T02:30', '2026-12-31', BRUSSELS).skipped).toEqual([]);
  });

  test('a time that comes twice in autumn is made once, the first time', () => {
    expect(series('daily', '2026-10-24T02:00', '2026-10-26T02:00', BRUSSELS).instants).toEqual([
      '2026-10-24T00:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-10-26T01:00:00.000Z',
    ]);
  });

  test('rules of hours count hours that pass', () => {
    const { instants, skipped } = series('FREQ=HOURLY', '2026-03-29T01:00', '2026-03-29T04:00', BRUSSELS);
    expect(instants).toEqual(['2026-03-29T00:00:00.000Z', '2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z']);
    expect(skipped).toEqual([]);
  });

  test('a daily series has, on every day, its wall clock or a reason', () => {
    const zones = [BRUSSELS, NEW_YORK, 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Santiago'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 }),
        fc.integer({ min: 1, max: 250 }),
        (zone, minute, length) => {
          const start = instantOfLocal(zone, minute * 60_000);
          const local = localOfInstant(zone, start);
          const end = instantOfLocal(zone, local + (length - 1) * 86_400_000);
          const made = occurrencesOf({ rule: 'daily', start, end, zone, except: [] });
          if ('code' in made) throw new Error(made.message);
          const told = made.skipped.flatMap((each) => (each.reason === 'clockChange' ? each.local : []));
          const wanted = Array.from({ length }, (_, i) => local + i * 86_400_000);
          const exists = (each: number): boolean => localOfInstant(zone, instantOfLocal(zone, each)) === each;
          expect(made.starts.map((each) => localOfInstant(zone, each))).toEqual(wanted.filter(exists));
          expect(told).toEqual(wanted.filter((each) => !exists(each)));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what cannot be followed is refused and says why', () => {
  test.each([
    ['', 'must be a rule such as'],
    ['sometimes', 'must be a rule such as'],
    ['FREQ=FORTNIGHTLY', 'FREQ cannot be FORTNIGHTLY'],
    ['INTERVAL=2', 'FREQ is required'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ occurs twice'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL cannot be 0'],
    ['FREQ=DAILY;INTERVAL=-1', 'INTERVAL cannot be -1'],
    ['FREQ=DAILY;COUNT=0', 'COUNT cannot be 0'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'cannot be combined'],
    ['FREQ=DAILY;UNTIL=20270231', 'is not a date'],
    ['FREQ=DAILY;UNTIL=20271301T000000Z', 'is not a date'],
    ['FREQ=DAILY;UNTIL=tomorrow', 'UNTIL cannot be TOMORROW'],
    ['FREQ=DAILY;BYHOUR=25', 'BYHOUR cannot be 25'],
    ['FREQ=DAILY;BYSETPOS=0', 'BYSETPOS cannot be 0'],
    ['FREQ=DAILY;BYSETPOS=1', 'BYSETPOS MUST be used with another'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY cannot be 32'],
    ['FREQ=WEEKLY;BYMONTHDAY=3', 'BYMONTHDAY MUST NOT be used'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY with numeric value MUST NOT'],
    ['FREQ=WEEKLY;BYDAY=MONDAY', 'BYDAY cannot be MONDAY'],
    ['FREQ=YEARLY;RSCALE=HEBREW', 'RSCALE is not a part of a rule'],
    ['DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY', 'must be a rule such as'],
    [`FREQ=MINUTELY;BYSECOND=${range(0, 59).replaceAll(' ', ',')};BYHOUR=1,2`, '120 times per day'],
    [`FREQ=YEARLY;BYYEARDAY=${'1,'.repeat(2000)}1`, 'is longer than'],
    ['FREQ=HOURLY;BYMINUTE=1;BYSETPOS=2', 'takes too long'],
    [
      `FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${range(0, 23).replaceAll(' ', ',')};BYMINUTE=0,15,30,45;BYSETPOS=366`,
      'takes too long',
    ],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'produces no occurrence'],
    ['FREQ=DAILY;BYMONTH=4;BYMONTHDAY=31', 'produces no occurrence'],
    ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', 'produces no occurrence'],
  ])('%s', (rule, why) => {
    expect(series(rule, '2026-06-01', '2036-06-01')).toMatchObject({
      code: 'REQ014',
      parameter: 'recurrenceRule',
      message: expect.stringContaining(why),
    });
  });

  test('any text is answered, and with no more than the limit', () => {
    const part = fc.constantFrom(
      'FREQ=DAILY',
      'FREQ=MONTHLY',
      'FREQ=YEARLY',
      'FREQ=HOURLY',
      'INTERVAL=7',
      'COUNT=9',
      'BYDAY=-1FR,MO',
      'BYDAY=TU',
      'BYMONTHDAY=31,-1',
      'BYMONTH=2',
      'BYHOUR=2,3',
      'BYYEARDAY=366',
      'BYWEEKNO=53',
      'BYSETPOS=-1',
      'WKST=SU',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const { starts } = series(parts.join(';'), '2026-06-01T02:30', '2028-06-01', BRUSSELS);
        expect(starts.length).toBeLessThanOrEqual(MOST_OCCURRENCES);
      }),
      { numRuns: 150 },
    );
  });
});
