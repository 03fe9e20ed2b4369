import { expect, test } from 'vitest';
import { dayOfBound, isWithinDays } from '../../../src/domain/time/window-bound.ts';
import { instantOfMoment, type Moment, parseMoment } from '../../../src/domain/values/moment.ts';

const ZONE = 'Europe/Brussels';
const moment = (text: string): Moment => parseMoment(text) as Moment;

test.each([
  ['2026-06-01', '2026-06-01', '2026-06-01'],
  ['2026-06-01T08:00', '2026-06-01', '2026-06-02'],
  ['2026-06-01T00:00:00', '2026-06-01', '2026-06-01'],
  ['2026-06-01T00:00:01', '2026-06-01', '2026-06-02'],
  // A midnight is that of its date, in every zone.
  ['2026-06-01T00:00:00Z', '2026-06-01', '2026-06-01'],
  // Midnight in Brussels, as a browser there writes it.
  ['2026-05-31T22:00:00Z', '2026-06-01', '2026-06-01'],
  ['2026-05-31T23:30:00Z', '2026-06-01', '2026-06-02'],
  ['2026-06-01T08:00:00+02:00', '2026-06-01', '2026-06-02'],
])('%s starts a window on %s and ends one before %s', (text, start, end) => {
  expect([dayOfBound(moment(text), 'start', ZONE), dayOfBound(moment(text), 'end', ZONE)]).toEqual([start, end]);
});

const bound = (text: string) => {
  const parsed = moment(text);
  return { instant: instantOfMoment(parsed, ZONE), written: parsed.midnight + parsed.time };
};

test.each([
  ['local midnights over the end of summer time', '2026-09-01T00:00', '2026-12-02T00:00', true],
  ['and a second', '2026-09-01T00:00', '2026-12-02T00:00:01', false],
  ['the same with offsets', '2026-09-01T00:00+02:00', '2026-12-02T00:00+01:00', true],
  ['and a second', '2026-09-01T00:00+02:00', '2026-12-02T00:00:01+01:00', false],
  ['local midnights over the start of summer time', '2026-01-01T00:00', '2026-04-03T00:00', true],
  ['and a second', '2026-01-01T00:00', '2026-04-03T00:00:01', false],
  ['92 days in UTC', '2026-01-01T00:00Z', '2026-04-03T00:00Z', true],
  ['and a second', '2026-01-01T00:00Z', '2026-04-03T00:00:01Z', false],
  ['dates', '2026-09-01', '2026-12-02', true],
  ['one date more', '2026-09-01', '2026-12-03', false],
  ['offsets that stretch it', '2026-09-01T00:00+14:00', '2026-12-02T00:00-12:00', false],
])('92 days: %s', (_what, start, end, isWithin) => {
  expect(isWithinDays(bound(start), bound(end), 92)).toBe(isWithin);
});
