import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { clockOfDay } from '../dates/preferences.ts';
import { timeAsTyped } from '../dates/typing.ts';
import { useLocale } from '../i18n/language.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { Card } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useConfirm } from '../kit/use-confirm.tsx';
import { dayText } from './day-text.ts';
import { useSeriesListTexts } from './list-texts.ts';
import { readRule } from './rule.ts';
import { sentenceOf } from './sentence.ts';
import { SeriesButtons } from './series-buttons.tsx';
import { type Series, seriesQuery } from './series-query.ts';
import { useSeriesTexts } from './texts.ts';

/** The existing series, each described in a sentence, with buttons to end or delete it. */
export function SeriesList({ names }: { names: ReadonlyMap<string, string> }) {
  const texts = useSeriesListTexts();
  const series = useQuery(seriesQuery);
  const { ask, dialog } = useConfirm();
  const columns = useColumns(names, (each) => <SeriesButtons series={each} ask={ask} />);
  return (
    <Card title={texts.series}>
      <QueryBoundary query={series}>
        {({ records, total }) => (
          <>
            <DataTable
              label={texts.series}
              rows={records}
              columns={columns}
              keyOf={({ seriesId }) => seriesId}
              empty={texts.noSeries}
            />
            {records.length < total && <p className="rec-hint">{texts.shownOf(records.length, total)}</p>}
          </>
        )}
      </QueryBoundary>
      {dialog}
    </Card>
  );
}

function useColumns(
  names: ReadonlyMap<string, string>,
  buttons: (series: Series) => ReactNode,
): readonly Column<Series>[] {
  const texts = useSeriesListTexts();
  const form = useSeriesTexts();
  const { locale } = useLocale();
  return [
    { name: form.what, by: nameOf, show: (each) => <span dir="auto">{nameOf(each).slice(0, 120)}</span> },
    {
      name: form.who,
      by: ({ resources }) => resources[0],
      show: ({ resources }) =>
        resources
          .map((no) => names.get(no) ?? no)
          .join(', ')
          .slice(0, 120),
    },
    { name: texts.rule, show: (each) => <RuleOf series={each} /> },
    { name: texts.times, show: timesOf },
    {
      name: texts.appointments,
      align: 'right',
      by: ({ count }) => count,
      show: ({ count, moved }) => (moved > 0 ? `${count} (${texts.moved(moved)})` : count),
    },
    {
      name: texts.firstLast,
      by: ({ last }) => last,
      show: ({ first, last }) => `${dayText(locale, first.slice(0, 10))} – ${dayText(locale, last.slice(0, 10))}`,
    },
    { name: form.ends, show: buttons },
  ];
}

/** A series without a task has its own job, whose number means nothing to users. */
const nameOf = ({ subject, sourceApp, sourceType, jobNo, taskNo, shortDescription }: Series): string =>
  sourceApp === 'OPENSLOT' && sourceType === 'SERIES'
    ? subject || shortDescription || taskNo
    : `${jobNo} / ${taskNo} ${subject || shortDescription}`;

/** In the time zone of the series, which the first appointment gives. */
function timesOf({ startDate, first, durationInSeconds }: Series): string {
  const from = (startDate ?? first).slice(11, 16);
  if (durationInSeconds === null) return timeAsTyped(from);
  const end = Number(from.slice(0, 2)) * 60 + Number(from.slice(3)) + Math.round(durationInSeconds / 60);
  return `${timeAsTyped(from)}–${clockOfDay(Math.floor(end / 60) % 24, end % 60)}`;
}

function RuleOf({ series: { recurrenceRule, startDate, endDate } }: { series: Series }) {
  const texts = useSeriesListTexts();
  const { language } = useLocale();
  if (recurrenceRule === null || startDate === null || endDate === null) return texts.unknownRule;
  const rule = readRule(recurrenceRule, startDate.slice(0, 10), endDate.slice(0, 10));
  return (
    <>
      {rule && sentenceOf(rule, language)}
      <div className="rec-rrule">{recurrenceRule.slice(0, 200)}</div>
    </>
  );
}
