import type { Mode } from '../board/types.ts';
import { worded, wordedRange } from '../dates/worded.ts';
import { addDays, weekOf } from '../dates/zone.ts';
import type { Texts } from '../i18n/en.ts';

/** The title of the window: Week 14 · 30 Mar – 5 Apr. The date field beside it shows the year. */
export function titleOf(range: { mode: Mode; from: string; days: number; language: string; texts: Texts }): string {
  const { mode, from, days, language, texts } = range;
  if (mode === 'month') return worded('monthOfYear', language, from);
  if (mode === 'day') return worded('shortDayOfMonth', language, from);
  return `${texts.weekOf(weekOf(from))} · ${wordedRange('shortDayOfMonth', language, from, addDays(from, days - 1))}`;
}
