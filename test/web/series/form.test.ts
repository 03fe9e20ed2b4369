import { expect, test } from 'vitest';
import { datesOf, markOf, monthsOf, weeksOf } from '../../../web/src/series/dates.ts';
import { bodiesOf, formFrom, isComplete, minutesLong, startingOn } from '../../../web/src/series/series-form.ts';

const form = { ...formFrom('2026-10-08'), about: 'subject' as const, subject: ' Round ', resources: ['ANNA', 'BO'] };

test('each resource gets a series, on its own clock', () => {
  expect(isComplete(form)).toBe(true);
  expect(bodiesOf(form)).toEqual(
    ['ANNA', 'BO'].map((resource) => ({
      resource,
      startDate: '2026-10-12T09:00',
      endDate: '2027-01-04',
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
      duration: 'PT60M',
      subject: 'Round',
      exceptDates: [],
      skipNonWorking: true,
      onConflict: 'allow',
    })),
  );
  expect(bodiesOf({ ...form, isOpen: true })[0]).toMatchObject({
    endDate: '2124-12-31',
    recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=1000',
  });
});

test('what followed from the first day follows from another one; what was chosen stays', () => {
  expect(startingOn(form, '2026-11-11').rule).toMatchObject({ weekdays: [3], on: { day: 11 }, month: 11 });
  const chosen = { ...form, rule: { ...form.rule, weekdays: [1, 4], on: { nth: 2, weekday: 2 }, month: 3 } };
  expect(startingOn(chosen, '2026-11-11').rule).toMatchObject({
    weekdays: [1, 4],
    on: { nth: 2, weekday: 2 },
    month: 3,
  });
  expect(startingOn(form, '').date).toBe('');
});

test('what lacks something is not asked for', () => {
  for (const lacking of [
    { resources: [] },
    { subject: '  ' },
    { about: 'task' as const },
    { date: '' },
    { rule: { ...form.rule, weekdays: [] } },
    { rule: { ...form.rule, end: { until: '2026-10-01' } } },
    { rule: { ...form.rule, end: { count: 0 } } },
  ])
    expect(isComplete({ ...form, ...lacking }), JSON.stringify(lacking)).toBe(false);
});

test('what ends before it starts ends on the next day', () => {
  expect(minutesLong({ from: '22:00', till: '06:00' })).toBe(480);
  expect(minutesLong({ from: '09:00', till: '10:30' })).toBe(90);
});

test('dates come in the order of time, and a day that needs a look is marked as such', () => {
  const met = {
    appointmentNo: 'A1',
    subject: 'Audit',
    start: '2026-10-19T10:00:00+02:00',
    end: '2026-10-19T12:00:00+02:00',
  };
  const made = { end: '', appointmentId: 1, appointmentGuid: 'g' };
  const dates = datesOf({
    occurrences: [
      { ...made, start: '2026-10-19T09:00:00+02:00', nonWorking: false, conflicts: ['A1'] },
      { ...made, start: '2026-12-06T09:00:00+01:00', nonWorking: true, conflicts: [] },
    ],
    skipped: [{ start: '2026-10-12T09:00:00+02:00', reason: 'exceptDate', conflicts: [] }],
    met: [met],
  });
  expect(dates.map(({ date, clock, skipped }) => [date, clock, skipped])).toEqual([
    ['2026-10-12', '09:00', 'exceptDate'],
    ['2026-10-19', '09:00', undefined],
    ['2026-12-06', '09:00', undefined],
  ]);
  expect(dates.map((date) => markOf([date]))).toEqual(['skipped', 'conflict', 'nonworking']);
  expect(markOf(dates)).toBe('conflict');
  expect(dates[1]?.conflicts).toEqual([met]);
  expect(monthsOf(dates)).toEqual(['2026-10', '2026-12']);
});

test('a month has its weeks from Monday on', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01']);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
});
