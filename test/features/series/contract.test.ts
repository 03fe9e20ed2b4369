import { describe, expect, test } from 'vitest';
import { endSeries, makeSeries } from '../../../src/features/series/contract.ts';
import { seriesRequest } from '../../../src/features/series/series-request.ts';
import { bodyReader } from '../../support/body-reader.ts';

const series = bodyReader(makeSeries);
const ending = bodyReader(endSeries);
const mondays = {
  startDate: '2026-06-01T09:00',
  endDate: '2026-06-30',
  resource: 'ANNA',
  recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
};
const requested = (more: object = {}) => seriesRequest(series.read({ ...mondays, ...more }));

describe('a request for a series', () => {
  test('has its moments on the clock of the resource, and defaults for the rest', () => {
    expect(requested()).toEqual({
      start: { unzoned: '2026-06-01T09:00:00.000' },
      end: { date: '2026-06-30' },
      resourceNo: 'ANNA',
      rule: 'FREQ=WEEKLY;BYDAY=MO',
      task: undefined,
      fields: {},
      lengthMs: undefined,
      except: [],
      skipNonWorking: false,
      onConflict: 'allow',
    });
  });

  test('reads names and words in any case, and leaves out by date what is sent as midnight', () => {
    const sent = {
      TaskNo: 'T1',
      Subject: 'Round',
      CategoryName: 'Blue',
      Duration: 'PT20M',
      OnConflict: 'Reject',
      skipNonWorking: '1',
      exceptDates: ['2026-06-05', '2026-06-08T00:00:00', '2026-06-09T07:00:00Z', '2026-06-10T10:00'],
    };
    expect(requested(sent)).toMatchObject({
      task: { taskNo: 'T1' },
      fields: { subject: 'Round', category: 'Blue' },
      lengthMs: 1_200_000,
      onConflict: 'reject',
      skipNonWorking: true,
      except: [
        { date: '2026-06-05' },
        { date: '2026-06-08' },
        { unzoned: '2026-06-09T07:00:00.000Z' },
        { unzoned: '2026-06-10T10:00:00.000' },
      ],
    });
  });

  test.each<[object, string, string]>([
    [{ recurrenceRule: undefined }, 'REQ015', 'recurrenceRule'],
    [{ resource: ' ' }, 'REQ015', 'resource'],
    [{ resource: 'a\u0000b' }, 'REQ016', 'resource'],
    [{ startDate: 'soon' }, 'REQ014', 'startDate'],
    [{ duration: 'PT0S' }, 'REQ014', 'duration'],
    [{ duration: 'an hour' }, 'REQ014', 'duration'],
    [{ onConflict: 'ask' }, 'REQ014', 'onConflict'],
    [{ skipNonWorking: 'perhaps' }, 'REQ014', 'skipNonWorking'],
    [{ skipNonWorking: {} }, 'REQ014', 'skipNonWorking'],
    [{ exceptDates: ['never'] }, 'REQ014', 'exceptDates[0]'],
    [{ exceptDates: [{}] }, 'REQ014', 'exceptDates[0]'],
    [{ exceptDates: Array(1001).fill('2026-06-05') }, 'REQ014', 'exceptDates'],
    [{ subject: 'x'.repeat(4001) }, 'REQ013', 'subject'],
    [{ body: 'x'.repeat(65_537) }, 'REQ013', 'body'],
  ])('%.60j is refused by name', (more, code, parameter) => {
    expect(series.refusal({ ...mondays, ...more })).toMatchObject({ code, parameter });
  });

  test('takes texts up to their limits', () => {
    const longest = { subject: 'x'.repeat(4000), body: 'x'.repeat(65_536) };
    expect(requested(longest).fields).toEqual(longest);
  });

  test('warns of a misspelled property', () => {
    expect(series.warnings({ ...mondays, exceptDate: '2026-06-05' })).toMatchObject([
      { parameter: 'exceptDate', message: expect.stringContaining('exceptDates') },
    ]);
  });
});

test.each<[object, string, string]>([
  [{}, 'REQ015', 'seriesId'],
  [{ seriesId: 'a\u0000b' }, 'REQ016', 'seriesId'],
  [{ seriesId: 'x', from: 'soon' }, 'REQ014', 'from'],
])('the end of a series: %j is refused by name', (sent, code, parameter) => {
  expect(ending.refusal(sent)).toMatchObject({ code, parameter });
});
