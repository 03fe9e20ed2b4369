import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Board } from '../board/board.ts';
import { safeColor } from '../board/contrast.ts';
import type { OpenWork } from '../board/types.ts';
import type { BoardStore } from './board-store.ts';
import type { ConflictWindow } from './conflicts/queries.ts';
import { DockTabs } from './dock-tabs.tsx';
import { OpenTasks } from './open-tasks.tsx';
import { type OpenTaskLine, openTasksQuery } from './open-tasks-query.ts';
import type { useCommands } from './use-commands.ts';

const Details = lazy(() => import('./details.tsx').then((file) => ({ default: file.Details })));
const NotificationList = lazy(() =>
  import('./notification-list.tsx').then((file) => ({ default: file.NotificationList })),
);
const PlannedTasks = lazy(() => import('./planned-tasks.tsx').then((file) => ({ default: file.PlannedTasks })));
const ConflictList = lazy(() =>
  import('./conflicts/conflict-list.tsx').then((file) => ({ default: file.ConflictList })),
);
const MapTab = lazy(() => import('./map-tab.tsx').then((file) => ({ default: file.MapTab })));

interface Props {
  readonly tab: string;
  readonly height: number;
  readonly zone: string;
  /** The day that the map shows. */
  readonly date: string;
  readonly hasMap: boolean;
  readonly window: ConflictWindow;
  readonly board: Board | undefined;
  readonly commands: ReturnType<typeof useCommands>;
  readonly tasks: readonly OpenTaskLine[];
  readonly slotsOf: ((task: OpenTaskLine) => string) | undefined;
  workOf(task: OpenTaskLine): OpenWork;
  onTab(tab: string): void;
  onRefresh(): void;
  onTasks(tasks: readonly OpenTaskLine[]): void;
  onGo(address: string): void;
}

/** Below the board: open tasks, planned tasks, a map, and details of the selection. */
export function Dock({ tab, height, zone, date, hasMap, board, commands, tasks, slotsOf, ...props }: Props) {
  const { store, bars, actions, queue, run } = commands;
  const { data: openTasks } = useQuery(openTasksQuery(''));
  const selected = new Set(bars.map(({ id }) => id));
  const all = [...store.data.bars.values()];
  /** Selects bars on the board and scrolls to the first. */
  const select = (ids: readonly number[]): void => {
    board?.select(ids);
    const [first] = ids;
    if (first !== undefined) board?.reveal(first);
  };
  return (
    <section className="dock" style={{ height }}>
      <Tabs value={tab} onChange={(value) => value && props.onTab(value)} keepMounted={false} className="dock-tabs">
        <DockTabs store={store} hasMap={hasMap} window={props.window} />
        <Tabs.Panel value="tasks">
          <OpenTasks
            zone={zone}
            selected={new Set(tasks.map(({ id }) => id))}
            slotsOf={slotsOf}
            onSelect={props.onTasks}
            onDrag={(dragged) => board?.bring(dragged.map(props.workOf))}
            onFindSlot={props.onGo}
            color={colorsOf(store)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="planned">
          <Suspense>
            <PlannedTasks
              store={store}
              bars={all}
              selected={selected}
              zone={zone}
              actions={actions}
              onSelect={select}
              onOpen={(id) => run({ type: 'edit', id })}
            />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="map">
          <Suspense>
            <MapTab
              zone={zone}
              date={date}
              bars={bars}
              task={tasks[0]?.id}
              store={store}
              onBar={(id) => select([id])}
              onTask={(id) => props.onTasks((openTasks?.records ?? []).filter((each) => each.id === id))}
            />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="details">
          <Suspense>
            <Details
              store={store}
              bars={bars}
              task={tasks[0]}
              queue={queue}
              zone={zone}
              actions={actions}
              onEdit={(id) => run({ type: 'edit', id })}
              onUndoChange={(number) => void queue.undoChange(number)}
            />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="violations">
          <Suspense>
            <ConflictList
              {...{ store, zone, queue, selected }}
              window={props.window}
              onSelect={select}
              onChanged={props.onRefresh}
            />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <Suspense>
            <NotificationList store={store} selected={selected} onSelect={select} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

/** The colour of a category by its name, in any case. */
function colorsOf({ categories }: BoardStore): (category: string | null) => string {
  const colors = new Map(categories.map(({ name, color }) => [name.toLowerCase(), safeColor(color)]));
  return (category) => colors.get((category ?? '').toLowerCase()) ?? safeColor(null);
}
