import { useMemo } from 'react';
import { useLocale } from '../../i18n/language.ts';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Names of the days, 1 Monday to 7 Sunday. */
export function useWeekdays(width: 'long' | 'short' = 'long'): (weekday: number) => string {
  const { locale } = useLocale();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' });
    // 1 January 2024 was a Monday.
    return (weekday) => format.format(Date.UTC(2024, 0, weekday));
  }, [locale, width]);
}
