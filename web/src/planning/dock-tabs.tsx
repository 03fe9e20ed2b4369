import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../i18n/language.ts';
import type { BoardStore } from './board-store.ts';
import { type ConflictWindow, useConflicts } from './conflicts/queries.ts';
import { messagesOf, notificationsQuery } from './notifications.ts';
import { openTasksQuery } from './open-tasks-query.ts';
import { usePlanningTexts } from './texts.ts';

interface Props {
  readonly store: BoardStore;
  readonly hasMap: boolean;
  readonly window: ConflictWindow;
}

/** The tabs of the dock, with the number of lines below each list. */
export function DockTabs({ store, hasMap, window }: Props) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const { data: openTasks } = useQuery(openTasksQuery(''));
  const { data: notifications = [] } = useQuery(notificationsQuery);
  const openConflicts = useConflicts(store, window).data?.filter(({ waiver }) => !waiver).length;
  const tab = (value: string, label: string, count?: number) => (
    <Tabs.Tab value={value}>
      {label} {count !== undefined && <span className="badge">{count}</span>}
    </Tabs.Tab>
  );
  return (
    <Tabs.List>
      {tab('tasks', texts.openTasks, openTasks?.total ?? 0)}
      {tab('planned', own.plannedTasks, store.data.bars.size)}
      {hasMap && tab('map', texts.map)}
      {tab('details', texts.details)}
      {tab('violations', texts.violations, openConflicts)}
      {tab('notifications', own.notifications, messagesOf(notifications, store).length)}
    </Tabs.List>
  );
}
