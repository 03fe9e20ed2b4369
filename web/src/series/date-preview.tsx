import { Button, Loader } from '@mantine/core';
import { useMemo, useState } from 'react';
import { timeAsTyped } from '../dates/typing.ts';
import { useLocale } from '../i18n/language.ts';
import { useNotify } from '../kit/use-notify.ts';
import { Calendars } from './calendars.tsx';
import { datesOf, type SeriesDate } from './dates.ts';
import { dayText } from './day-text.ts';
import { useSeriesTexts } from './texts.ts';
import type { Preview } from './use-preview.ts';

const FIRST = 40;

/** The label of a date: planned, in conflict with something, or why it is skipped. */
function useDateLabel(): (date: SeriesDate) => string {
  const texts = useSeriesTexts();
  return ({ skipped, nonWorking, conflicts }) => {
    const names = conflicts.map(
      ({ subject, appointmentNo, start, end }) =>
        `${(subject ?? appointmentNo).slice(0, 80)} ${timeAsTyped(start.slice(11, 16))}–${timeAsTyped(end.slice(11, 16))}`,
    );
    const notes = skipped === undefined ? (nonWorking ? [texts.nonWorking] : []) : [texts.reasons[skipped]];
    if (names.length > 0) notes.push(texts.conflictWith(names.join(', ')));
    return notes.length > 0 ? notes.join(', ') : texts.planned;
  };
}

/** The dates before they are created: calendar months, and a list with the conflicts of each resource. */
export function DatePreview({
  previews,
  isSettled,
  names,
  onDay,
}: {
  previews: readonly Preview[];
  isSettled: boolean;
  names: ReadonlyMap<string, string>;
  onDay(date: string): void;
}) {
  const texts = useSeriesTexts();
  const describe = useDateLabel();
  const lists = useMemo(
    () => previews.map((preview) => ({ ...preview, dates: preview.answer ? datesOf(preview.answer) : [] })),
    [previews],
  );
  const all = useMemo(() => lists.flatMap(({ dates }) => dates).sort((a, b) => a.date.localeCompare(b.date)), [lists]);
  if (previews.length === 0) return <p className="kit-note">{texts.toSee}</p>;
  return (
    <div aria-busy={!isSettled}>
      {!isSettled && (
        <p className="rec-hint" role="status">
          <Loader size={12} aria-hidden="true" /> {texts.loading}
        </p>
      )}
      {all.length > 0 && <Calendars dates={all} describe={describe} onDay={onDay} />}
      {lists.map(({ resource, dates, error }) => (
        <DateList
          key={resource}
          name={names.get(resource) ?? resource}
          dates={dates}
          error={error}
          describe={describe}
        />
      ))}
    </div>
  );
}

function DateList({
  name,
  dates,
  error,
  describe,
}: {
  name: string;
  dates: readonly SeriesDate[];
  error: unknown;
  describe(date: SeriesDate): string;
}) {
  const texts = useSeriesTexts();
  const { locale } = useLocale();
  const { messageOf } = useNotify();
  const [isWhole, setWhole] = useState(false);
  const created = dates.filter(({ skipped }) => skipped === undefined);
  const conflicting = created.filter(({ conflicts }) => conflicts.length > 0).length;
  const shown = isWhole ? dates : dates.slice(0, FIRST);
  return (
    <section className="rec-list" aria-label={name.slice(0, 80)}>
      <h3 dir="auto">
        {name.slice(0, 80)}
        <span>
          {dates.length > 0 && texts.summary(created.length, dates.length - created.length)}
          {conflicting > 0 && `, ${texts.conflictCount(conflicting)}`}
        </span>
      </h3>
      {error !== null && error !== undefined && (
        <p role="alert" className="rec-refused">
          {messageOf(error)}
        </p>
      )}
      <ol>
        {shown.map((date) => (
          <li
            key={`${date.date}${date.clock}${date.skipped ?? ''}`}
            className={date.skipped ? 'rec-line-skipped' : date.conflicts.length > 0 ? 'rec-line-conflict' : ''}
          >
            <span className="rec-when">
              {dayText(locale, date.date)} {timeAsTyped(date.clock)}
            </span>
            <span dir="auto">{describe(date)}</span>
          </li>
        ))}
      </ol>
      {shown.length < dates.length && (
        <Button size="compact-xs" variant="default" onClick={() => setWhole(true)}>
          {texts.showAll(dates.length)}
        </Button>
      )}
    </section>
  );
}
