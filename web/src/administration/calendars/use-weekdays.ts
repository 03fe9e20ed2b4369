import { weekdayName } from '../../dates/names.ts';
import { useLocale } from '../../i18n/language.ts';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Names of the days, 1 Monday to 7 Sunday. */
export function useWeekdays(): (weekday: number) => string {
  const { locale } = useLocale();
  return (weekday) => weekdayName(locale, weekday);
}
