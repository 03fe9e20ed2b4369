import { describe, expect, test } from 'vitest';
import type { ResourceClock } from '../../../src/domain/time/planned-time.ts';
import { dateOfInstant } from '../../../src/domain/time/zone.ts';
import { expandSeries } from '../../../src/engine/series/expand-series.ts';
import type { SeriesRequest } from '../../../src/engine/series/model.ts';
import { refusalOf } from '../../support/body-reader.ts';

/** Works around the clock, but for weekends where that is said. */
const clock = (zone: string, isFreeAtWeekends = false): ResourceClock => ({
  zone,
  workingIn: (window) =>
    isFreeAtWeekends && [0, 6].includes(new Date(`${dateOfInstant(zone, window.start)}T12:00Z`).getUTCDay())
      ? []
      : [window],
});
const mondays = {
  start: { unzoned: '2026-06-01T09:00:00.000' },
  end: { date: '2026-06-30' },
  rule: 'FREQ=WEEKLY;BYDAY=MO',
  except: [],
  skipNonWorking: false,
} satisfies Partial<SeriesRequest>;
const expand = (more: Partial<SeriesRequest> = {}, on = clock('Europe/Brussels')) =>
  expandSeries(on, { ...mondays, ...more });
const shown = (starts: readonly number[]) => starts.map((start) => new Date(start).toISOString().slice(0, 16));

describe('the occurrences of a series', () => {
  test('keep the wall clock of the zone over daylight saving time, without the time that the clock skips', () => {
    const days = { start: { unzoned: '2027-03-13T02:30:00.000' }, end: { date: '2027-03-15' }, rule: 'daily' };
    const { starts, skipped } = expand(days, clock('America/New_York'));
    expect(shown(starts)).toEqual(['2027-03-13T07:30', '2027-03-15T06:30']);
    expect(skipped).toEqual([{ start: '2027-03-14T02:30:00', reason: 'clockChange', conflicts: [] }]);
  });

  test('leave out excepted dates and instants, and days without work on request', () => {
    const days = {
      start: { unzoned: '2026-06-04T09:00:00.000' },
      end: { date: '2026-06-10' },
      rule: 'daily',
      except: [{ date: '2026-06-05' }, { unzoned: '2026-06-09T07:00:00.000Z' }, { unzoned: '2026-06-10T10:00:00.000' }],
    };
    const { starts, skipped } = expand({ ...days, skipNonWorking: true }, clock('Europe/Brussels', true));
    expect(shown(starts)).toEqual(['2026-06-04T07:00', '2026-06-08T07:00', '2026-06-10T07:00']);
    expect(skipped.map(({ start, reason }) => [start.slice(0, 10), reason])).toEqual([
      ['2026-06-05', 'exceptDate'],
      ['2026-06-09', 'exceptDate'],
      ['2026-06-06', 'nonWorking'],
      ['2026-06-07', 'nonWorking'],
    ]);
    expect(expand(days, clock('Europe/Brussels', true)).starts).toHaveLength(5);
  });

  test.each<[string, Partial<SeriesRequest>, string]>([
    [
      'a start that the clock skips',
      { start: { unzoned: '2026-03-29T02:30:00.000' }, end: { date: '2026-04-05' } },
      'startDate',
    ],
    ['an end before the start', { end: { date: '2026-05-31' } }, 'endDate'],
    ['a rule that is none', { rule: 'now and then' }, 'recurrenceRule'],
    ['a rule that gives no date', { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'recurrenceRule'],
    ['more than a thousand occurrences', { rule: 'FREQ=DAILY', end: { date: '2029-06-30' } }, 'recurrenceRule'],
    ['a rule by the minute', { rule: 'FREQ=MINUTELY' }, 'recurrenceRule'],
  ])('are refused for %s', (_what, more, parameter) => {
    expect(refusalOf(() => expand(more))).toMatchObject({ code: 'REQ014', parameter });
  });
});
