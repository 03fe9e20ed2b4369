import { useViewSettings } from '../view-settings.ts';
import type { TableLayout } from './table-layout.ts';

export type ListName = 'resourceList' | 'openTaskList' | 'plannedTaskList';

/** The layout of a list, and a function that changes a part of it. */
export function useListLayout(list: ListName): [TableLayout, (change: Partial<TableLayout>) => void] {
  const [settings, change] = useViewSettings();
  const layout = settings[list];
  return [layout, (part) => change({ [list]: { ...layout, ...part } })];
}
