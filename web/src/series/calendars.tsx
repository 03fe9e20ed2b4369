import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { addDays } from '../dates/zone.ts';
import { useLocale } from '../i18n/language.ts';
import { type DayMark, markOf, monthsOf, type SeriesDate, weeksOf } from './dates.ts';
import { dayText } from './day-text.ts';
import { useSeriesTexts } from './texts.ts';

const FIRST = 6;

interface Props {
  readonly dates: readonly SeriesDate[];
  readonly tell: (date: SeriesDate) => string;
  /** Leaves a day out, or takes it back. */
  onDay(date: string): void;
}

/** Small months in which the days of the series are marked, by shape and sign as well as colour. */
export function Calendars({ dates, tell, onDay }: Props) {
  const texts = useSeriesTexts();
  const { locale } = useLocale();
  const [isWhole, setWhole] = useState(false);
  const byDay = useMemo(() => Map.groupBy(dates, ({ date }) => date), [dates]);
  const months = useMemo(() => monthsOf(dates), [dates]);
  const heading = useMemo(() => {
    const by = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    const narrow = by({ weekday: 'narrow' });
    const long = by({ month: 'long', year: 'numeric' });
    return {
      weekdays: Array.from({ length: 7 }, (_, i) => addDays('2024-01-01', i)).map((day) => ({
        day,
        name: narrow.format(new Date(`${day}T00:00:00Z`)),
      })),
      month: (month: string) => long.format(new Date(`${month}-01T00:00:00Z`)),
    };
  }, [locale]);
  const shown = isWhole ? months : months.slice(0, FIRST);
  return (
    <>
      <p className="rec-hint">{texts.toggle}</p>
      <div className="rec-months">
        {shown.map((month) => (
          <table key={month} className="rec-month">
            <caption>{heading.month(month)}</caption>
            <thead aria-hidden="true">
              <tr>
                {heading.weekdays.map(({ day, name }) => (
                  <td key={day}>{name}</td>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(month).map((week) => (
                <tr key={week.find((day) => day !== undefined)}>
                  {week.map((day, i) => {
                    const own = day === undefined ? undefined : byDay.get(day);
                    return (
                      <td key={day ?? `none${i + 1}`}>
                        {day !== undefined && own ? (
                          <button
                            type="button"
                            className={`rec-day rec-${markOf(own)}`}
                            aria-label={`${dayText(locale, day)}: ${[...new Set(own.map(tell))].join('; ').slice(0, 300)}`}
                            title={[...new Set(own.map(tell))].join('\n').slice(0, 300)}
                            onClick={() => onDay(day)}
                          >
                            {Number(day.slice(8))}
                            <span aria-hidden="true">{SIGN[markOf(own)]}</span>
                          </button>
                        ) : (
                          day !== undefined && Number(day.slice(8))
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      {shown.length < months.length && !isWhole && (
        <Button size="compact-xs" variant="default" mt={8} onClick={() => setWhole(true)}>
          {texts.showAll(months.length)}
        </Button>
      )}
    </>
  );
}

const SIGN: Readonly<Record<DayMark, string>> = { made: '', met: '!', free: '○', left: '' };
