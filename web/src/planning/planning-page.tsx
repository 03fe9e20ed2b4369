import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import type { Board } from '../board/board.ts';
import type { BoardView } from '../board/types.ts';
import { useLocale } from '../i18n/language.ts';
import { useMay } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import type { Editing } from './appointment-dialog.tsx';
import { BarMenu } from './bar-menu.tsx';
import { BoardFrame } from './board-frame.tsx';
import { Dock } from './dock.tsx';
import { DockHandle } from './dock-handle.tsx';
import { NO_FILTER } from './filter.ts';
import type { MenuTarget } from './menu-choice.ts';
import './planning.css';
import { PlanningToolbar } from './planning-toolbar.tsx';
import { changeAppointment, createAppointment } from './save-appointment.ts';
import { useBoard } from './use-board.ts';
import { useCommands } from './use-commands.ts';
import { usePlanningLinks } from './use-planning-links.ts';
import { type PlanningWindow, usePlanningWindow } from './use-planning-window.ts';
import { useShowPopUp } from './use-show-pop-up.ts';
import { useTaskSelection } from './use-task-selection.ts';
import { useViewSettings, type ViewSettings } from './view-settings.ts';

const AppointmentDialog = lazy(() =>
  import('./appointment-dialog.tsx').then((module) => ({ default: module.AppointmentDialog })),
);

/** The board of a window, below it the open tasks, and the details of what is selected. */
export function PlanningPage() {
  const session = useSession();
  const zone = zoneOf(session);
  const router = useRouter();
  const leave = (address: string): void => router.history.push(address);
  const shown = usePlanningWindow(zone);
  const [settings, setSettings] = useViewSettings();
  const [filter, setFilter] = useState(NO_FILTER);
  const deferredFilter = useDeferredValue(filter);
  const [board, setBoard] = useState<Board>();
  const [tab, setTab] = useState('tasks');
  const [menu, setMenu] = useState<MenuTarget>();
  const [editing, setEditing] = useState<Editing>();
  const reads = useBoard(shown.window, session.tenant.name, useShowPopUp());
  const { store } = reads;
  const view = useBoardView(zone, shown, settings);
  const { hasMap, slotsOf, optimize } = usePlanningLinks(shown.from, shown.days);
  const { selectedTasks, selectTasks, workOf } = useTaskSelection(store, board);
  const findSlotFor = (id: number): void => {
    const task = store.appointment(id);
    if (task && slotsOf) leave(slotsOf(task));
  };
  const commands = useCommands({
    ...{ reads, zone, board, tasks: selectedTasks, workOf, withContainers: settings.containers },
    ...{ onMenu: setMenu, onEdit: setEditing, onDetails: () => setTab('details'), onFindSlot: findSlotFor },
    onDay: (day) => (day === '' ? shown.goToday() : shown.goDay(day)),
  });
  const { bars, run } = commands;
  const selectBars = (ids: readonly number[]): void => {
    commands.select(ids);
    // Selecting a bar on the board clears the selection of tasks.
    if (ids.length > 0 && selectedTasks.length > 0) selectTasks([]);
  };
  const [only] = bars;
  const task = selectedTasks[0] ?? (only && bars.length === 1 ? store.appointment(only.id) : undefined);
  return (
    <div className="planning">
      <PlanningToolbar
        {...{ reads, shown, filter, settings }}
        links={{ findSlot: task && slotsOf?.(task), optimize }}
        onFilter={setFilter}
        onSettings={setSettings}
        onGo={leave}
        onUndo={() => run({ type: 'undo' })}
      />
      <BoardFrame
        {...{ reads, view, filter: deferredFilter }}
        onCommand={run}
        onSelect={selectBars}
        onBoard={setBoard}
      />
      <DockHandle height={settings.dockHeight} onHeight={(dockHeight) => setSettings({ dockHeight })} />
      <Dock
        {...{ tab, zone, hasMap, board, commands, slotsOf, workOf, date: shown.date, height: settings.dockHeight }}
        tasks={selectedTasks}
        onTab={setTab}
        onTasks={selectTasks}
        onGo={leave}
      />
      <Menu {...{ menu, commands, canFindSlot: slotsOf !== undefined }} onClose={() => setMenu(undefined)} />
      <Editor {...{ editing, commands, zone, board }} onClose={() => setEditing(undefined)} />
    </div>
  );
}

type Commands = ReturnType<typeof useCommands>;

/** The view of the board; a new object only when a setting changes. */
function useBoardView(zone: string, { mode, from, days }: PlanningWindow, settings: ViewSettings): BoardView {
  const { locale: language } = useLocale();
  const { barHeight, stack, calendars, containerMarks, hourWidth } = settings;
  const readOnly = useMay()('planning.drag') === undefined;
  return useMemo(
    () => ({
      readOnly,
      zone,
      language,
      mode,
      from,
      days,
      barHeight,
      stack,
      calendars,
      containers: containerMarks,
      hourWidth,
    }),
    [readOnly, zone, language, mode, from, days, barHeight, stack, calendars, containerMarks, hourWidth],
  );
}

interface MenuProps {
  readonly menu: MenuTarget | undefined;
  readonly commands: Commands;
  readonly canFindSlot: boolean;
  onClose(): void;
}

const Menu = ({ menu, commands, canFindSlot, onClose }: MenuProps) =>
  menu && (
    <BarMenu
      target={menu}
      store={commands.store}
      isLocked={commands.bars.some(({ locked }) => locked)}
      canPaste={commands.canPaste}
      canFindSlot={canFindSlot}
      onClose={onClose}
      onChoose={(choice) => commands.choose(choice, menu)}
    />
  );

interface EditorProps {
  readonly editing: Editing | undefined;
  readonly commands: Commands;
  readonly zone: string;
  readonly board: Board | undefined;
  onClose(): void;
}

const Editor = ({ editing, commands, zone, board, onClose }: EditorProps) =>
  editing && (
    <Suspense>
      <AppointmentDialog
        editing={editing}
        store={commands.store}
        zone={zone}
        onClose={onClose}
        onSave={(form, task) => {
          onClose();
          if (editing.type === 'edit') void changeAppointment(commands.queue, editing.before, form);
          else if (task) void createAppointment(commands.queue, task, form);
          board?.focus();
        }}
      />
    </Suspense>
  );
