import { formatIn } from '../../dates/format.ts';
import { worded } from '../../dates/worded.ts';
import { addDays } from '../../dates/zone.ts';
import { useLocale } from '../../i18n/language.ts';
import type { Days } from '../../offline/merge.ts';

interface Props {
  readonly days: Days;
  readonly date: string;
  readonly today: string;
  readonly seconds: ReadonlyMap<string, number>;
  onChoose(date: string): void;
}

/** The days of a week with their hours; one is selected. */
export function DayStrip({ days, date, today, seconds, onChoose }: Props) {
  const { locale } = useLocale();
  const format = formatIn('UTC', locale);
  return (
    <div className="ts-days">
      {[0, 1, 2, 3, 4, 5, 6].map((at) => {
        const day = addDays(days.start, at);
        return (
          <button
            key={day}
            type="button"
            className={day === today ? 'ts-day ts-today' : 'ts-day'}
            aria-pressed={day === date}
            title={format.day(day)}
            onClick={() => onChoose(day)}
          >
            <small>{worded('shortWeekday', locale, day)}</small>
            <strong>{Number(day.slice(8))}</strong>
            <small>{format.hours(seconds.get(day) ?? 0)}</small>
          </button>
        );
      })}
    </div>
  );
}
