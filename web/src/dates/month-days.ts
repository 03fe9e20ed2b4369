import { weekStartOf } from './preferences.ts';
import { addDays } from './zone.ts';

/** The weeks that a calendar of a month (yyyy-mm) shows: whole weeks, from the first day of the week of the user. */
export function weeksOfMonth(month: string, first?: number): readonly (readonly string[])[] {
  const weeks: string[][] = [];
  for (let start = weekStartOf(`${month}-01`, first); start.slice(0, 7) <= month; start = addDays(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(start, i)));
  return weeks;
}

/** The same day of another month, or its last day. */
export function addMonths(date: string, months: number): string {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const month = first.toISOString().slice(0, 7);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${month}-${String(Math.min(Number(date.slice(8)), last)).padStart(2, '0')}`;
}

/** The day that a key of a calendar leads to; undefined for other keys. */
export function dayByKey(date: string, key: string, isShifted: boolean): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'PageUp':
      return addMonths(date, isShifted ? -12 : -1);
    case 'PageDown':
      return addMonths(date, isShifted ? 12 : 1);
    case 'Home':
      return weekStartOf(date);
    case 'End':
      return addDays(weekStartOf(date), 6);
    default:
      return undefined;
  }
}
