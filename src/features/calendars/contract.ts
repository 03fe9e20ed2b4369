import type { Infer } from '../../platform/contract/kind.ts';
import { query, required } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { date } from '../../platform/contract/times.ts';
import { inWindow } from '../../platform/contract/window.ts';
import { exactly, list, nullableText, text } from '../../platform/http/shapes.ts';

const daysQuery = inWindow(query({ start: required(date()), end: required(date()) }), 92);
export type DaysQuery = Infer<typeof daysQuery>;

const seconds = { type: 'integer', minimum: 0 };
const clock = { type: 'string', description: 'HH:mm on the wall clock.' };
const calendarDay = exactly({
  date: { type: 'string', format: 'date' },
  by: {
    enum: ['date', 'holiday', 'override', 'weekend', 'businessHours'],
    description: 'What the hours come from: an override of that date, a holiday, another override, and so on.',
  },
  holiday: { ...nullableText, description: 'Name of the holiday, if the day is one.' },
  hours: { ...list(exactly({ start: clock, end: clock })), description: 'Empty if there is no working time.' },
  workingInSeconds: {
    ...seconds,
    description: 'Elapsed time, also on days with a change to or from daylight saving time.',
  },
  lengthInSeconds: { ...seconds, description: 'From midnight to midnight: 23, 24 or 25 hours.' },
  clockChange: {
    anyOf: [exactly({ from: clock, to: clock }), { type: 'null' }],
    description: 'Wall clock before and after the change to or from daylight saving time on that day.',
  },
});

export const showWorkingTime = contract({
  method: 'GET',
  path: '/calendar/:code/workingTime',
  access: 'records.read',
  tags: ['Planning'],
  summary: 'Show the working time of a calendar by day',
  description:
    'Includes what it inherits from its parents. Start inclusive, end exclusive, at most 92 days, in the time zone of the tenant.',
  params: { code: text },
  query: daysQuery,
  response: { 200: exactly({ code: text, timeZone: text, days: list(calendarDay) }) },
});
