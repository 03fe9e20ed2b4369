import { groupResources } from '../../board/groups.ts';
import { useLocale } from '../../i18n/language.ts';
import type { CellValue, ExportTable } from '../../kit/export/table-data.ts';
import { ExportMenu } from '../../kit/export-menu.tsx';
import { naturalOrder } from '../../kit/natural-order.ts';
import { useSession, zoneOf } from '../../session/session.ts';
import type { BoardStore } from '../board-store.ts';
import type { BoardFilter } from '../filter.ts';
import { usePlanningTexts } from '../texts.ts';
import type { PlanningWindow } from '../use-planning-window.ts';
import { dayIn } from '../use-rows.ts';
import { arrangeResources } from './arrange-resources.ts';
import { useListLayout } from './list-settings.ts';
import { useListTexts } from './texts.ts';

interface Props {
  readonly store: BoardStore;
  /** The days that the board shows. */
  readonly shown: PlanningWindow;
  readonly title: string;
  readonly filter: BoardFilter;
  readonly byTeam: boolean;
}

/** What the board shows: a line for each resource of each appointment in the order of the rows, then by time. */
export function BoardExport({ store, shown, title, filter, byTeam }: Props) {
  const { texts, locale } = useLocale();
  const own = usePlanningTexts();
  const more = useListTexts();
  const zone = zoneOf(useSession());
  const [layout] = useListLayout('resourceList');
  const rows = (): CellValue[][] => {
    const options = { compare: naturalOrder(locale), dayOf: dayIn(zone) };
    const { from, days, window } = shown;
    const data = arrangeResources(store.matching(filter), layout, { zone, from, days }, options);
    // A collapsed group hides rows for the moment, and leaves none out.
    const resources = groupResources(data.resources, { byTeam }).shown;
    return rowsOf(store, { ...data, resources }, window, more.yes);
  };
  const table = (): ExportTable => ({
    name: `${texts.planning} ${title}`,
    columns: [
      { label: more.no, kind: 'text' },
      { label: texts.resource, kind: 'text' },
      { label: own.team, kind: 'text' },
      { label: texts.start, kind: 'date' },
      { label: more.end, kind: 'date' },
      { label: own.work, kind: 'number' },
      { label: texts.subject, kind: 'text' },
      { label: texts.job, kind: 'text' },
      { label: more.taskNo, kind: 'text' },
      { label: texts.customer, kind: 'text' },
      { label: more.city, kind: 'text' },
      { label: more.contact, kind: 'text' },
      { label: texts.category, kind: 'text' },
      { label: texts.timeMarker, kind: 'text' },
      { label: more.locked, kind: 'text' },
    ],
    rows: rows(),
  });
  return <ExportMenu title={texts.planning} table={table} />;
}

function rowsOf(
  store: BoardStore,
  data: Pick<BoardStore['data'], 'bars' | 'resources'>,
  window: PlanningWindow['window'],
  yes: string,
): CellValue[][] {
  const bars = [...data.bars.values()]
    .filter(({ start, end }) => start < window.end && end > window.start)
    .sort((one, other) => one.start - other.start);
  return data.resources.flatMap(({ no, name, fields }) =>
    bars
      .filter(({ resources }) => resources.includes(no))
      .map(({ id, start, end, subject, job, category, locked }) => {
        const appointment = store.appointment(id);
        return [
          ...[no, name, fields?.['team'] ?? '', start, end, Math.round((end - start) / 36_000) / 100, subject],
          ...[appointment?.jobNo ?? '', appointment?.taskNo ?? ''],
          ...[job?.customer ?? '', job?.city ?? '', job?.contact ?? ''],
          ...[category ?? '', appointment?.timeMarker ?? '', locked ? yes : ''],
        ];
      }),
  );
}
