import { useMemo } from 'react';
import { hoursText } from '../../board/day-load.ts';
import { timesText } from '../../board/ghost-lines.ts';
import type { Bar, BarJob } from '../../board/types.ts';
import { clockText } from '../../dates/clock-text.ts';
import { worded } from '../../dates/worded.ts';
import { useLocale, useTexts } from '../../i18n/language.ts';
import { useCaptions } from '../../kit/use-captions.ts';
import type { Appointment, BoardStore } from '../board-store.ts';
import { usePlanningTexts } from '../texts.ts';
import type { RowColumn } from '../use-rows.ts';
import { useListTexts } from './texts.ts';

const HOUR = 3_600_000;

/** Everything that planners sort and filter planned tasks by. */
export function usePlannedTaskColumns(store: BoardStore, zone: string): readonly RowColumn<Bar>[] {
  const texts = useTexts();
  const own = usePlanningTexts();
  const more = useListTexts();
  const caption = useCaptions();
  const { locale: language } = useLocale();
  const names = useMemo(() => new Map(store.data.resources.map(({ no, name }) => [no, name])), [store.data]);
  const text = (
    name: string,
    label: string,
    value: (appointment: Appointment) => string | null,
    width?: number,
  ): RowColumn<Bar> => ({
    name,
    label,
    kind: 'text',
    value: ({ id }) => {
      const appointment = store.appointment(id);
      return appointment ? (value(appointment)?.slice(0, 200) ?? '') : '';
    },
    ...(width === undefined ? {} : { width }),
  });
  const ofJob = (
    name: string,
    label: string,
    width: number,
    value: (job: BarJob) => string | null,
  ): RowColumn<Bar> => ({
    ...{ name, label, width, kind: 'text', isOptional: true },
    value: ({ job }) => (job && value(job)) ?? '',
  });
  const columns: readonly RowColumn<Bar>[] = [
    text('job', caption('jobNo', texts.job), ({ jobNo }) => jobNo, 110),
    { name: 'subject', label: texts.subject, width: 260, kind: 'text', value: ({ subject }) => subject.slice(0, 200) },
    {
      name: 'resource',
      label: texts.resource,
      kind: 'texts',
      value: ({ resources }) => resources.map((no) => names.get(no)?.slice(0, 60) ?? no),
    },
    {
      name: 'start',
      label: texts.start,
      width: 210,
      kind: 'date',
      value: ({ start }) => start,
      text: (bar) => timesText({ language, zone }, bar),
    },
    {
      name: 'end',
      label: more.end,
      width: 130,
      kind: 'date',
      value: ({ end }) => end,
      text: ({ end }) => `${worded('shortDay', language, end, zone)}, ${clockText(zone, end)}`,
      isOptional: true,
    },
    {
      name: 'work',
      label: own.work,
      width: 72,
      kind: 'number',
      value: ({ start, end }) => (end - start) / HOUR,
      text: ({ start, end }) => hoursText(end - start),
    },
    text('category', caption('category', texts.category), ({ category }) => category, 130),
    text('timeMarker', caption('timeMarker', texts.timeMarker), ({ timeMarker }) => timeMarker, 120),
    {
      name: 'importance',
      label: texts.importance,
      width: 100,
      kind: 'text',
      value: ({ id }) => own.importances[store.appointment(id)?.importance ?? 0] ?? '',
      order: ({ id }) => [1, 0, 2][store.appointment(id)?.importance ?? 0] ?? 1,
    },
    ofJob('customer', caption('customerName', texts.customer), 150, ({ customer }) => customer),
    ofJob('city', caption('siteCity', more.city), 120, ({ city }) => city),
    ofJob('contact', caption('contactName', more.contact), 130, ({ contact }) => contact),
    { ...text('taskNo', caption('taskNo', more.taskNo), ({ taskNo }) => taskNo, 90), isOptional: true },
    { ...text('source', caption('sourceApp', more.sourceApp), ({ sourceApp }) => sourceApp, 90), isOptional: true },
    {
      name: 'requires',
      label: texts.requires,
      width: 130,
      kind: 'texts',
      value: ({ requires }) => requires.map((index) => store.data.values[index] ?? ''),
      isOptional: true,
    },
    {
      name: 'container',
      label: more.container,
      width: 120,
      kind: 'texts',
      value: ({ containers }) => containers,
      isOptional: true,
    },
    {
      name: 'locked',
      label: more.locked,
      width: 90,
      kind: 'text',
      value: ({ locked }) => (locked ? more.yes : ''),
      isOptional: true,
    },
    {
      name: 'conflicts',
      label: more.conflicts,
      width: 90,
      kind: 'number',
      value: ({ warnings }) => warnings.length,
      isOptional: true,
    },
  ];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the locale, captions with the labels
  return useMemo(() => columns, [store.data, zone, columns.map(({ label }) => label).join()]);
}
