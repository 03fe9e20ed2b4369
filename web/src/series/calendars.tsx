import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { weekdayName, weekdaysInOrder } from '../dates/names.ts';
import { worded } from '../dates/worded.ts';
import { useLocale } from '../i18n/language.ts';
import { type DayMark, markOf, monthsOf, type SeriesDate, weeksOf } from './dates.ts';
import { dayText } from './day-text.ts';
import { useSeriesTexts } from './texts.ts';

const FIRST = 6;

interface Props {
  readonly dates: readonly SeriesDate[];
  readonly describe: (date: SeriesDate) => string;
  /** Excludes a day, or includes it again. */
  onDay(date: string): void;
}

/** Small months in which the days of the series are marked, by shape and sign as well as colour. */
export function Calendars({ dates, describe, onDay }: Props) {
  const texts = useSeriesTexts();
  const heading = useHeading();
  const [isWhole, setWhole] = useState(false);
  const byDay = useMemo(() => Map.groupBy(dates, ({ date }) => date), [dates]);
  const months = useMemo(() => monthsOf(dates), [dates]);
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
                  {week.map((day, i) => (
                    <td key={day ?? `none${i + 1}`}>
                      {day !== undefined && (
                        <Day day={day} dates={byDay.get(day)} describe={describe} onClick={() => onDay(day)} />
                      )}
                    </td>
                  ))}
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

interface DayProps extends Pick<Props, 'describe'> {
  readonly day: string;
  readonly dates: readonly SeriesDate[] | undefined;
  onClick(): void;
}

/** A button for a day of the series; other days are plain numbers. */
function Day({ day, dates, describe, onClick }: DayProps) {
  const { locale } = useLocale();
  const number = Number(day.slice(8));
  if (dates === undefined) return number;
  const mark = markOf(dates);
  const lines = [...new Set(dates.map(describe))];
  return (
    <button
      type="button"
      className={`rec-day rec-${mark}`}
      aria-label={`${dayText(locale, day)}: ${lines.join('; ').slice(0, 300)}`}
      title={lines.join('\n').slice(0, 300)}
      onClick={onClick}
    >
      {number}
      <span aria-hidden="true">{SIGN[mark]}</span>
    </button>
  );
}

/** Names of months and weekdays, from the first day of the week of the user. */
function useHeading() {
  const { locale } = useLocale();
  return useMemo(() => {
    return {
      weekdays: weekdaysInOrder().map((day) => ({ day, name: weekdayName(locale, day, 'weekdayLetter') })),
      month: (month: string) => worded('monthOfYear', locale, `${month}-01`),
    };
  }, [locale]);
}

const SIGN: Readonly<Record<DayMark, string>> = { created: '', conflict: '!', nonworking: '○', skipped: '' };
