import { clockOfDay, datePreferences } from './preferences.ts';
import { dateAsTyped, notationOf, type Parts, written } from './typed.ts';

/** How a date is written, in the letters of a language: dd/mm/yyyy. */
export const datePattern = (locale: string, letters: Parts, order = datePreferences().order): string =>
  written(notationOf(locale, order), letters);

/** A time (hh:mm) as the user writes it: 14:30, or 2:30 PM. */
export function timeAsTyped(time: string, hours12 = datePreferences().hours12): string {
  if (time === '') return '';
  const [hour, minute] = time.split(':').map(Number);
  return clockOfDay(hour ?? 0, minute ?? 0, hours12);
}

/** A local moment (yyyy-mm-ddThh:mm) as the user writes it. */
export const momentAsTyped = (moment: string, locale: string): string =>
  moment === '' ? '' : `${dateAsTyped(moment.slice(0, 10), locale)}, ${timeAsTyped(moment.slice(11, 16))}`;

/** The date of a typed text: in the user's order with any separator, or as yyyy-mm-dd. Undefined where it is none. */
export function dateFromText(text: string, locale: string, order = datePreferences().order): string | undefined {
  const numbers = /^\s*(\d{1,4})\D+(\d{1,2})\D+(\d{1,4})\.?\s*$/.exec(text)?.slice(1);
  if (!numbers) return undefined;
  const wanted = numbers[0]?.length === 4 ? 'ymd' : notationOf(locale, order).order;
  const of = (part: string): number => Number(numbers[wanted.indexOf(part)]);
  const year = of('y') < 100 ? 2000 + of('y') : of('y');
  const at = new Date(Date.UTC(year, of('m') - 1, of('d')));
  const isSame = at.getUTCMonth() === of('m') - 1 && at.getUTCDate() === of('d');
  return isSame && year >= 1900 && year <= 9999 ? at.toISOString().slice(0, 10) : undefined;
}

/** While somebody types 31/12/2026, 31/12/20 is not yet what they mean. */
export const hasWholeYear = (text: string): boolean => /\d{4}/.test(text);

/** The time (hh:mm) of a typed text: 14:30, 1430, 9, 2:30 PM, 2pm. Undefined where it is none. */
export function timeFromText(text: string): string | undefined {
  const found = /^\s*(\d{1,2})(?:\s*[:.h]\s*(\d{2})|(\d{2}))?\s*(?:([ap])\.?\s?m?\.?)?\s*$/i.exec(text);
  if (!found) return undefined;
  const half = found[4]?.toLowerCase();
  const [typed, minute] = [Number(found[1]), Number(found[2] ?? found[3] ?? 0)];
  if (minute > 59 || typed > 23 || (half !== undefined && (typed < 1 || typed > 12))) return undefined;
  const hour = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0);
  return clockOfDay(hour, minute, false);
}

/** The moment of a typed text. A date alone keeps the time of the present moment, a time alone keeps its date. */
export function momentFromText(text: string, locale: string, present: string): string | undefined {
  const both = /^\s*(\d+\D+\d+\D+\d+)[\s,T]+(\d.*)$/.exec(text);
  const [date, time] = both
    ? [dateFromText(both[1] ?? '', locale), timeFromText(both[2] ?? '')]
    : [dateFromText(text, locale) ?? present.slice(0, 10), timeFromText(text) ?? present.slice(11, 16)];
  if (!both && dateFromText(text, locale) === undefined && timeFromText(text) === undefined) return undefined;
  return date && time ? `${date}T${time}` : undefined;
}
