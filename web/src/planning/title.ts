import type { Mode } from '../board/types.ts';
import { addDays, weekOf } from '../dates/zone.ts';
import type { Texts } from '../i18n/en.ts';

/** The title of the window: Week 14 · 30 Mar – 5 Apr. The date field beside it shows the year. */
export function titleOf(range: { mode: Mode; from: string; days: number; language: string; texts: Texts }): string {
  const { mode, from, days, language, texts } = range;
  const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`);
  if (mode === 'month')
    return new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(noon(from));
  const format = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
  });
  if (mode === 'day') return format.format(noon(from));
  return `${texts.weekOf(weekOf(from))} · ${format.formatRange(noon(from), noon(addDays(from, days - 1)))}`;
}
