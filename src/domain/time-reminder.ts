import { DAY_MS } from './time/day.ts';
import { dateOfInstant, instantOfLocal } from './time/zone.ts';

export interface ReminderTime {
  readonly timeZone: string;
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
  readonly hour: number;
}

/** A night that was late or left out must not lose a reminder. */
const BACK_MS = 12 * 3_600_000;

/** The reminder that is due until a day from now, or was due in the last hours: its day, and when. */
export function nextReminder(
  { timeZone, weekday, hour }: ReminderTime,
  now: number,
): { readonly date: string; readonly at: number } | undefined {
  for (const days of [-1, 0, 1]) {
    const date = dateOfInstant(timeZone, now + days * DAY_MS);
    const midnight = Date.parse(`${date}T00:00:00Z`);
    const at = instantOfLocal(timeZone, midnight + hour * 3_600_000);
    const isDay = (new Date(midnight).getUTCDay() || 7) === weekday;
    if (isDay && at > now - BACK_MS && at <= now + DAY_MS) return { date, at };
  }
  return undefined;
}

/** The days that a reminder is about: the seven before its own. */
export const reminderWindow = (date: string): { readonly start: string; readonly end: string } => ({
  start: new Date(Date.parse(date) - 7 * DAY_MS).toISOString().slice(0, 10),
  end: date,
});
