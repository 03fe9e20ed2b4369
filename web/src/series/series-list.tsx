import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';
import { dateOf, midnightOf } from '../dates/zone.ts';
import { useLocale } from '../i18n/language.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { Card } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { dayText } from './day-text.ts';
import { readRule } from './rule.ts';
import { sentenceOf } from './sentence.ts';
import { seriesQuery } from './series-query.ts';
import { useSeriesTexts } from './texts.ts';

type Series = Paths['/appointmentRecurring']['get']['answer'][number];

/** The existing series, each described in a sentence, with buttons to end or delete it. */
export function SeriesList({ names }: { names: ReadonlyMap<string, string> }) {
  const texts = useSeriesTexts();
  const { locale } = useLocale();
  const notify = useNotify();
  const queries = useQueryClient();
  const zone = zoneOf(useSession());
  const series = useQuery(seriesQuery);
  const { ask, dialog } = useConfirm();
  const today = dateOf(zone, Date.now());
  const end = async (seriesId: string, from?: string): Promise<void> => {
    try {
      const { counts } = await api.delete('/appointmentRecurring', { body: { seriesId, ...(from ? { from } : {}) } });
      notify.success(texts.removed(counts.deleted));
    } catch (error) {
      notify.error(error);
    }
    await queries.invalidateQueries({ queryKey: seriesQuery.queryKey });
  };
  const columns: readonly Column<Series>[] = [
    { name: texts.what, by: nameOf, show: (each) => <span dir="auto">{nameOf(each).slice(0, 120)}</span> },
    {
      name: texts.who,
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
    {
      name: texts.ends,
      show: ({ seriesId, count, last }) => (
        <div className="rec-actions">
          {last.slice(0, 10) >= today && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() =>
                ask({
                  title: texts.endNow,
                  body: texts.endAsk,
                  yes: texts.endNow,
                  act: () => void end(seriesId, new Date(midnightOf(zone, today)).toISOString()),
                })
              }
            >
              {texts.endNow}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() =>
              ask({
                title: texts.remove,
                body: texts.removeAsk(count),
                yes: texts.remove,
                act: () => void end(seriesId),
              })
            }
          >
            {texts.remove}
          </Button>
        </div>
      ),
    },
  ];
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

/** A series without a task has its own job, whose number means nothing to users. */
const nameOf = ({ subject, sourceApp, sourceType, jobNo, taskNo, shortDescription }: Series): string =>
  sourceApp === 'OPENSLOT' && sourceType === 'SERIES'
    ? (subject ?? shortDescription)
    : `${jobNo} / ${taskNo} ${subject ?? shortDescription}`;

/** In the time zone of the series, which the first appointment gives. */
function timesOf({ startDate, first, durationInSeconds }: Series): string {
  const from = (startDate ?? first).slice(11, 16);
  if (durationInSeconds === null) return from;
  const end = Number(from.slice(0, 2)) * 60 + Number(from.slice(3)) + Math.round(durationInSeconds / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${from}–${two(Math.floor(end / 60) % 24)}:${two(end % 60)}`;
}

function RuleOf({ series: { recurrenceRule, startDate, endDate } }: { series: Series }) {
  const texts = useSeriesTexts();
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
