import { type DateOrder, datePreferences } from './preferences.ts';

const SEPARATORS: Readonly<Record<DateOrder, string>> = { dmy: '/', mdy: '/', ymd: '-' };
const LETTERS: Readonly<Record<string, 'd' | 'm' | 'y' | undefined>> = { day: 'd', month: 'm', year: 'y' };

interface Notation {
  readonly order: DateOrder;
  readonly separator: string;
}

/** Order and separator of a numeric date: those that the user chose, else those of the locale. */
export function notationOf(locale: string, order: DateOrder | undefined): Notation {
  if (order !== undefined) return { order, separator: SEPARATORS[order] };
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(0);
  const letters = parts.map(({ type }) => LETTERS[type] ?? '').join('');
  const usual: DateOrder = letters === 'mdy' || letters === 'ymd' ? letters : 'dmy';
  const separator = parts.find(({ type }) => type === 'literal')?.value.trim();
  return { order: usual, separator: separator || SEPARATORS[usual] };
}

export type Parts = Readonly<Record<'d' | 'm' | 'y', string>>;
export const written = ({ order, separator }: Notation, parts: Parts): string =>
  [...order].map((part) => parts[part as keyof Parts]).join(separator);

/** A date (yyyy-mm-dd) as the user writes it: 01/06/2026. */
export function dateAsTyped(date: string, locale: string, order = datePreferences().order): string {
  if (date === '') return '';
  const [y = '', m = '', d = ''] = date.split('-');
  return written(notationOf(locale, order), { d, m, y });
}
