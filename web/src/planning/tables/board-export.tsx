import { useLocale } from '../../i18n/language.ts';
import type { CellValue, ExportTable } from '../../kit/export/table-data.ts';
import { ExportMenu } from '../../kit/export-menu.tsx';
import type { BoardStore } from '../board-store.ts';
import { usePlanningTexts } from '../texts.ts';
import { useListTexts } from './texts.ts';
import { type ShownBoard, useShownBoard } from './use-shown-board.ts';

/** What the board shows: a line for each resource of each appointment in the order of the rows, then by time. */
export function BoardExport(board: ShownBoard) {
  const { store, title } = board;
  const { texts } = useLocale();
  const own = usePlanningTexts();
  const more = useListTexts();
  const read = useShownBoard(board);
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
    rows: rowsOf(store, read(), more.yes),
  });
  return <ExportMenu title={texts.planning} table={table} />;
}

function rowsOf(store: BoardStore, data: Pick<BoardStore['data'], 'bars' | 'resources'>, yes: string): CellValue[][] {
  const bars = [...data.bars.values()].sort((one, other) => one.start - other.start);
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
