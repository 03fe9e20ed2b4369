/** Formats instants and durations for a time zone and a locale. */
export interface Format {
  /** 1 Jun 2026 */
  date(instant: number | string): string;
  /** Mon 1 Jun */
  day(instant: number | string): string;
  /** 14:30 */
  clock(instant: number | string): string;
  /** 1 Jun 2026, 14:30 */
  moment(instant: number | string): string;
  /** 3:35 */
  hours(seconds: number): string;
}

export function formatIn(zone: string, locale: string): Format {
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
    return (instant: number | string): string => format.format(new Date(instant));
  };
  return {
    date: by({ day: 'numeric', month: 'short', year: 'numeric' }),
    day: by({ weekday: 'short', day: 'numeric', month: 'short' }),
    clock: by({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    moment: by({
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
    hours: (seconds) => {
      const minutes = Math.round(Math.abs(seconds) / 60);
      return `${seconds < 0 && minutes > 0 ? '−' : ''}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
    },
  };
}
