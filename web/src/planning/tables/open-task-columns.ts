import { useMemo } from 'react';
import { hoursText } from '../../board/day-load.ts';
import { worded } from '../../dates/worded.ts';
import { useLocale, useTexts } from '../../i18n/language.ts';
import { useCaptions } from '../../kit/use-captions.ts';
import type { OpenTaskLine } from '../open-tasks-query.ts';
import { usePlanningTexts } from '../texts.ts';
import type { RowColumn } from '../use-rows.ts';
import { useListTexts } from './texts.ts';

const HOUR = 3_600_000;
const instant = (text: string | null): number | null => (text === null ? null : Date.parse(text));

export const leftOf = ({ remainingInSeconds, durationInSeconds }: OpenTaskLine): number =>
  1000 * Math.max(0, remainingInSeconds ?? durationInSeconds);

/** Everything that planners sort and filter open tasks by. */
export function useOpenTaskColumns(zone: string): readonly RowColumn<OpenTaskLine>[] {
  const texts = useTexts();
  const own = usePlanningTexts();
  const more = useListTexts();
  const caption = useCaptions();
  const { locale } = useLocale();
  const dateText = (value: string | null): string =>
    value === null ? '' : worded('shortDay', locale, Date.parse(value), zone);
  const text = (
    name: string,
    label: string,
    value: (task: OpenTaskLine) => string | null,
    width?: number,
  ): RowColumn<OpenTaskLine> => ({
    name,
    label,
    kind: 'text',
    value: (task) => value(task)?.slice(0, 200) ?? '',
    ...(width === undefined ? {} : { width }),
  });
  const date = (name: string, label: string, value: (task: OpenTaskLine) => string | null) =>
    ({
      name,
      label,
      width: 110,
      kind: 'date',
      value: (task: OpenTaskLine) => instant(value(task)),
      text: (task: OpenTaskLine) => dateText(value(task)),
    }) as const;
  const hours = (name: string, label: string, ms: (task: OpenTaskLine) => number) =>
    ({
      name,
      label,
      width: 88,
      kind: 'number',
      value: (task: OpenTaskLine) => ms(task) / HOUR,
      text: (task: OpenTaskLine) => hoursText(ms(task)),
    }) as const;
  const optional = <Column extends RowColumn<OpenTaskLine>>(column: Column): RowColumn<OpenTaskLine> => ({
    ...column,
    isOptional: true,
  });
  const columns: readonly RowColumn<OpenTaskLine>[] = [
    text('job', caption('jobNo', texts.job), ({ jobNo }) => jobNo, 96),
    text(
      'task',
      caption('shortDescription', texts.task),
      ({ subject, shortDescription }) => subject ?? shortDescription,
      260,
    ),
    text('customer', caption('customerName', texts.customer), ({ customerName }) => customerName),
    text('address', caption('siteAddress', texts.address), ({ address }) => address),
    hours('left', more.remaining, leftOf),
    {
      name: 'requires',
      label: texts.requires,
      width: 130,
      kind: 'texts',
      value: ({ requires }) => requires.map(({ value }) => value),
    },
    text('category', caption('category', texts.category), ({ category }) => category, 120),
    {
      name: 'importance',
      label: texts.importance,
      width: 100,
      kind: 'text',
      value: ({ importance }) => own.importances[importance] ?? '',
      order: ({ importance }) => (importance === 1 ? 0 : importance === 0 ? 1 : 2),
    },
    date('due', texts.due, ({ due }) => due),
    optional(text('taskNo', caption('taskNo', more.taskNo), ({ taskNo }) => taskNo, 90)),
    optional(text('city', caption('siteCity', more.city), ({ city }) => city, 120)),
    optional(text('postcode', caption('sitePostcode', more.postcode), ({ postcode }) => postcode, 90)),
    optional(text('region', caption('siteRegion', more.region), ({ region }) => region, 100)),
    optional(text('siteName', caption('siteName', more.siteName), ({ siteName }) => siteName, 130)),
    optional(text('contact', caption('contactName', more.contact), ({ contactName }) => contactName, 130)),
    optional(text('responsible', caption('responsible', more.responsible), ({ responsible }) => responsible, 110)),
    optional(text('type', caption('type', more.type), ({ type }) => type, 100)),
    optional(text('status', caption('status', more.status), ({ status }) => status, 100)),
    optional(text('container', texts.container, ({ container }) => container, 120)),
    optional(text('timeMarker', caption('timeMarker', texts.timeMarker), ({ timeMarker }) => timeMarker, 110)),
    optional({
      name: 'people',
      label: caption('requiredNoResources', more.people),
      width: 80,
      kind: 'number',
      value: ({ requiredResources }) => (requiredResources === 0 ? null : requiredResources),
    }),
    optional(hours('total', more.total, ({ durationInSeconds }) => 1000 * durationInSeconds)),
    optional({
      name: 'planned',
      label: more.planned,
      width: 100,
      kind: 'number',
      value: ({ plannedAppointments }) => plannedAppointments,
    }),
    optional(date('earliest', more.earliest, ({ earliest }) => earliest)),
    optional(date('created', more.created, ({ created }) => created)),
    optional(text('source', caption('sourceApp', more.sourceApp), ({ sourceApp }) => sourceApp, 90)),
  ];
  // biome-ignore lint/correctness/useExhaustiveDependencies: captions are read once, and the texts change with the locale
  return useMemo(() => columns, [locale, zone, columns.map(({ label }) => label).join()]);
}
