import { useMemo } from 'react';
import type { BoardColumn, BoardData, BoardView } from '../../board/types.ts';
import { useLocale } from '../../i18n/language.ts';
import { naturalOrder } from '../../kit/natural-order.ts';
import { useCaptions } from '../../kit/use-captions.ts';
import { useBoardTexts } from '../board-texts.ts';
import { dayIn } from '../use-rows.ts';
import { arrangeResources, resourceFieldsWith } from './arrange-resources.ts';
import { useColumnTexts } from './column-texts.ts';
import { EVERYTHING } from './conditions.ts';
import type { ListField } from './list-field.ts';
import { useListLayout } from './list-settings.ts';
import { resized, shownColumns, sortedBy, type TableLayout } from './table-layout.ts';

const WIDTHS: Readonly<Record<string, number>> = { name: 170, load: 70, no: 80, timeZone: 120 };
const GROUPS = ['team', 'department', 'type', 'timeZone'];
const widthOf = (name: string): number => WIDTHS[name] ?? 110;

/** Labels of the fields of resources. */
function useLabels(): (name: string) => string {
  const own = useBoardTexts();
  const texts = useColumnTexts();
  const caption = useCaptions();
  const labels: Readonly<Record<string, string>> = {
    name: texts.name,
    no: caption('resourceNo', texts.no),
    team: caption('team', own.team),
    skills: own.skills,
    department: caption('department', texts.department),
    type: caption('resourceType', texts.type),
    timeZone: texts.timeZone,
    load: texts.load,
  };
  return (name) => labels[name] ?? name;
}

export interface ResourceList {
  readonly view: BoardView;
  /** Conditions leave out resources. */
  readonly isFiltered: boolean;
  arrange(data: BoardData): BoardData;
  clearFilter(): void;
  sortColumn(name: string): void;
  resizeColumn(name: string, width: number): void;
}

/** The columns and the order of resources on the board, by the layout of their list. */
export function useResourceList(view: BoardView): ResourceList {
  const { locale } = useLocale();
  const [layout, change] = useListLayout('resourceList');
  const labelOf = useLabels();
  const texts = useColumnTexts();
  const columns = boardColumns(layout, labelOf, texts.resize);
  const known = JSON.stringify(columns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board lays out everything for a new object
  const withColumns = useMemo(() => (columns.length === 0 ? view : { ...view, columns }), [view, known]);
  const arrange = useMemo(() => {
    const options = { compare: naturalOrder(locale), dayOf: dayIn(view.zone) };
    return (data: BoardData) => arrangeResources(data, layout, view, options);
  }, [layout, view, locale]);
  const present = (): readonly { name: string; width: number }[] => columns.map(({ name, width }) => ({ name, width }));
  return {
    view: withColumns,
    isFiltered: layout.where.parts.length > 0,
    arrange,
    clearFilter: () => change({ where: EVERYTHING }),
    sortColumn: (name) => change({ sort: sortedBy(layout.sort, name) }),
    resizeColumn: (name, width) => change({ columns: resized(present(), name, width) }),
  };
}

function boardColumns(
  layout: TableLayout,
  labelOf: (name: string) => string,
  resizeLabel: (label: string) => string,
): readonly BoardColumn[] {
  if (layout.columns.length === 0) return [];
  const names = resourceFieldsWith(() => 0).map(({ name }) => name);
  const shown = shownColumns(layout, ['name'], names);
  const withName = shown.some(({ name }) => name === 'name') ? shown : [{ name: 'name' }, ...shown];
  return withName.map(({ name, width }) => ({
    name,
    label: labelOf(name),
    width: width ?? widthOf(name),
    sorted: layout.sort.find((key) => key.name === name)?.direction,
    resizeLabel: resizeLabel(labelOf(name)),
  }));
}

/** The fields of resources for menus and filters. */
export function useResourceFields(data: BoardData): { fields: readonly ListField[]; groups: readonly string[] } {
  const { locale } = useLocale();
  const labelOf = useLabels();
  const fields = resourceFieldsWith(() => 0).map(
    (each): ListField => ({
      name: each.name,
      label: labelOf(each.name),
      kind: each.kind,
      ...(each.name === 'name' ? {} : { isOptional: true as const }),
      choices: () => {
        const values = data.resources.flatMap((resource) => each.value(resource) ?? []);
        return [...new Set(values.map(String))].filter((value) => value !== '').sort(naturalOrder(locale));
      },
    }),
  );
  return { fields, groups: GROUPS };
}
