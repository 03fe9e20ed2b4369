/** Texts with the name of a day or a month. They are not ambiguous, so the order of their parts is that of the locale. */
const STYLES = {
  /** Monday */
  weekday: { weekday: 'long' },
  /** Mon */
  shortWeekday: { weekday: 'short' },
  /** M */
  weekdayLetter: { weekday: 'narrow' },
  /** June */
  month: { month: 'long' },
  /** June 2026 */
  monthOfYear: { month: 'long', year: 'numeric' },
  /** 1 June */
  dayOfMonth: { day: 'numeric', month: 'long' },
  /** 1 Jun */
  shortDayOfMonth: { day: 'numeric', month: 'short' },
  /** 1 Jun 2026 */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** Mon 1 */
  dayNumber: { weekday: 'short', day: 'numeric' },
  /** Mon 1 Jun */
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  /** Monday 1 June */
  longDay: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Mon 1 Jun 2026 */
  shortDate: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  /** Mon 1 June 2026 */
  longDate: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
  /** Monday, 1 June 2026 */
  fullDate: { dateStyle: 'full' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

export type WordedStyle = keyof typeof STYLES;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(style: WordedStyle, locale: string, zone: string): Intl.DateTimeFormat {
  const key = `${style} ${locale} ${zone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, ...STYLES[style] });
  formats.set(key, format);
  return format;
}

/** A date (yyyy-mm-dd) has no time zone; an instant needs one. */
export const worded = (style: WordedStyle, locale: string, at: string | number, zone = 'UTC'): string =>
  formatOf(style, locale, zone).format(typeof at === 'string' ? Date.parse(at) : at);

/** 30 Mar – 5 Apr, of two dates. */
export const wordedRange = (style: WordedStyle, locale: string, from: string, till: string): string =>
  formatOf(style, locale, 'UTC').formatRange(Date.parse(from), Date.parse(till));
