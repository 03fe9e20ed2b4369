const formats = new Map<string, Intl.DateTimeFormat>();

/** Mon 12 Oct 2026. Days of a series are local dates and are not converted. */
export function dayText(locale: string, date: string): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    formats.set(locale, format);
  }
  return format.format(new Date(`${date}T00:00:00Z`));
}
