import { expect, test } from 'vitest';
import { missingOfDay } from '../../src/domain/missing-time.ts';
import { daysOfZone, wholeOfZone } from '../../src/domain/time/zone-days.ts';

const HOUR = 3_600_000;
const window = { start: '2026-03-28', end: '2026-03-30' };
const [day] = daysOfZone('Europe/Brussels', window) as [ReturnType<typeof wholeOfZone>];
const clock = (hours: number) => ({
  zone: 'Europe/Brussels',
  workingIn: ({ start }: { start: number }) => (hours === 0 ? [] : [{ start, end: start + hours * HOUR }]),
});
const anna = { resourceNo: 'ANNA', doNotShow: false };
const time = { work: 3600, travel: 0, waiting: 0, unclaimed: 600, registered: 7200 };

test('days of a window begin where the clock of the zone says so', () => {
  expect(daysOfZone('Europe/Brussels', window).map(({ date, start, end }) => [date, (end - start) / HOUR])).toEqual([
    ['2026-03-28', 24],
    ['2026-03-29', 23],
  ]);
  expect(wholeOfZone('Europe/Brussels', window)).toMatchObject({ date: '2026-03-28', start: day.start });
});

test('what is missing is the working time that is not registered, never negative', () => {
  expect(missingOfDay(anna, clock(8), day, time)).toMatchObject({ workingInSeconds: 28_800, missingInSeconds: 21_600 });
  expect(missingOfDay(anna, clock(1), day, time)).toMatchObject({ missingInSeconds: 0, unclaimedInSeconds: 600 });
});

test('a day without working time and without registered time is left out; nothing is asked of hidden resources', () => {
  expect(missingOfDay(anna, clock(0), day, undefined)).toBeUndefined();
  expect(missingOfDay({ ...anna, doNotShow: true }, clock(8), day, undefined)).toBeUndefined();
  expect(missingOfDay({ ...anna, doNotShow: true }, clock(8), day, time)).toMatchObject({ workingInSeconds: 0 });
});
