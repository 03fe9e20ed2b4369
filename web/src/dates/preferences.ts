import { addDays, weekdayOf } from './zone.ts';

/** Order of day, month and year; undefined as the language does. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

export interface DatePreferences {
  readonly order: DateOrder | undefined;
  readonly hours12: boolean;
  /** 1 is Monday. */
  readonly firstWeekday: number;
}

/** As stored for a user or a tenant; 0 is not chosen. */
export interface StoredFormats {
  readonly dateFormat: number;
  readonly timeFormat: number;
  readonly firstWeekday: number;
}

const ORDERS: readonly (DateOrder | undefined)[] = [undefined, 'dmy', 'mdy', 'ymd'];
const WEEKDAYS: readonly (number | undefined)[] = [undefined, 1, 7, 6];

/** The choice of the user, else that of the tenant, else what is usual in the locale. */
export function preferencesOf(user: StoredFormats, tenant: StoredFormats, locale: string): DatePreferences {
  const time = user.timeFormat || tenant.timeFormat;
  const usual = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;
  return {
    order: ORDERS[user.dateFormat || tenant.dateFormat],
    hours12: time === 0 ? usual : time === 2,
    firstWeekday: WEEKDAYS[user.firstWeekday || tenant.firstWeekday] ?? usualWeekday(locale),
  };
}

/** Not every browser knows the week of a locale. */
function usualWeekday(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1;
}

/** One setting for the whole application: the board, which knows no framework, reads it too. The page is loaded again when it changes. */
let present: DatePreferences = { order: undefined, hours12: false, firstWeekday: 1 };
export const datePreferences = (): DatePreferences => present;
export const setDatePreferences = (next: DatePreferences): void => {
  present = next;
};

/** The first day of the week of a date. */
export const weekStartOf = (date: string, first = present.firstWeekday): string =>
  addDays(date, -((weekdayOf(date) - first + 7) % 7));

/** 14:30, or 2:30 PM. */
export function clockOfDay(hour: number, minute: number, hours12 = present.hours12): string {
  const minutes = String(minute).padStart(2, '0');
  if (!hours12) return `${String(hour).padStart(2, '0')}:${minutes}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
}

/** 14, or 2 PM. */
export const hourText = (hour: number, hours12 = present.hours12): string =>
  hours12 ? clockOfDay(hour, 0, true).replace(':00', '') : String(hour);
