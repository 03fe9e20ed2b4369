import { notifications } from '@mantine/notifications';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Board } from '../board/board.ts';
import type { BoardView, Mode, OpenWork } from '../board/types.ts';
import { addDays, dateOf, midnightOf } from '../dates/zone.ts';
import { useLocale } from '../i18n/language.ts';
import { useSession, zoneOf } from '../session/session.ts';
import type { OpenTask } from './actions.ts';
import type { Editing } from './appointment-dialog.tsx';
import { BarMenu, type MenuTarget } from './bar-menu.tsx';
import { BoardPane } from './board-pane.tsx';
import { Dock } from './dock.tsx';
import { DockHandle } from './dock-handle.tsx';
import { NO_FILTER } from './filter.ts';
import type { OpenTaskLine } from './open-tasks.tsx';
import './planning.css';
import { changeAppointment, createAppointment } from './save-appointment.ts';
import { saveView } from './saved-views.ts';
import { usePlanningTexts } from './texts.ts';
import { titleOf } from './title.ts';
import { Toolbar } from './toolbar.tsx';
import { useBoard } from './use-board.ts';
import { useCommands } from './use-commands.ts';
import { isDate, isMode, isRange, rangeOf, stepped, useViewSettings } from './view-settings.ts';

const AppointmentDialog = lazy(() =>
  import('./appointment-dialog.tsx').then((module) => ({ default: module.AppointmentDialog })),
);

const WARNING = 3;

/** The board of a window, what is still to be planned below it, and the details of what is selected. */
export function PlanningPage() {
  const { texts, locale: language } = useLocale();
  const own = usePlanningTexts();
  const session = useSession();
  const zone = zoneOf(session);
  const navigate = useNavigate();
  const router = useRouter();
  const search = useSearch({ strict: false }) as { date?: unknown; mode?: unknown; days?: unknown };
  const today = dateOf(zone, Date.now());
  const date = isDate(search.date) ? search.date : today;
  const mode = isMode(search.mode) ? search.mode : 'week';
  const requestedDays = isRange(search.days) && mode !== 'month' ? search.days : undefined;
  const go = (next: { date?: string; mode?: Mode; days?: number | undefined }): void =>
    void navigate({ to: '/planning', search: { date, mode, days: requestedDays, ...next } as never, replace: true });
  const leave = (address: string): void => router.history.push(address);

  const [settings, setSettings] = useViewSettings();
  const [filter, setFilter] = useState(NO_FILTER);
  const deferredFilter = useDeferredValue(filter);
  const [board, setBoard] = useState<Board>();
  const [tab, setTab] = useState('tasks');
  const [selectedTasks, setSelectedTasks] = useState<readonly OpenTaskLine[]>([]);
  const [menu, setMenu] = useState<MenuTarget>();
  const [editing, setEditing] = useState<Editing>();

  const { from, days } = rangeOf(mode, date, requestedDays);
  const window = useMemo(
    () => ({ start: midnightOf(zone, from), end: midnightOf(zone, addDays(from, days)) }),
    [zone, from, days],
  );
  const reads = useBoard(window, session.tenant.name, ({ text, severity, from: who }) =>
    notifications.show({
      title: own.from(who.replace(/^\w+:/, '')),
      message: text,
      color: severity > WARNING ? 'red' : severity === WARNING ? 'orange' : 'blue',
      autoClose: severity >= WARNING ? false : 12_000,
      closeButtonProps: { 'aria-label': texts.close },
    }),
  );
  const { store } = reads;

  const { barHeight, stack, calendars, containerMarks, hourWidth } = settings;
  const view = useMemo<BoardView>(
    () => ({ zone, language, mode, from, days, barHeight, stack, calendars, containers: containerMarks, hourWidth }),
    [zone, language, mode, from, days, barHeight, stack, calendars, containerMarks, hourWidth],
  );

  const workOf = useCallback(
    (task: OpenTaskLine): OpenWork => ({
      id: task.id,
      subject: task.subject ?? task.shortDescription,
      durationMs: 1000 * (task.durationInSeconds || Math.max(0, task.remainingInSeconds ?? 0) || 3600),
      requires: task.requires.map((value) => store.filterIndexOf(value)),
    }),
    [store],
  );
  const hasModule = (name: string): boolean => session.tenant.modules.includes(name);
  const slotsOf = hasModule('recommendation')
    ? ({ sourceApp, sourceType, jobNo, taskNo }: OpenTask): string =>
        `/app/find-slot?${new URLSearchParams({ sourceApp, sourceType, jobNo, taskNo })}`
    : undefined;
  const commands = useCommands({
    reads,
    zone,
    withContainers: settings.containers,
    tasks: selectedTasks,
    workOf,
    board,
    onMenu: setMenu,
    onEdit: setEditing,
    onDetails: () => setTab('details'),
    onFindSlot: (id) => {
      const task = store.appointment(id);
      if (task && slotsOf) leave(slotsOf(task));
    },
    onDay: (day) => go(day === '' ? { date: today } : { date: day, mode: 'day', days: undefined }),
  });
  const { bars, select, run } = commands;

  const selectTasks = (tasks: readonly OpenTaskLine[]): void => {
    setSelectedTasks(tasks);
    board?.dimWithout([...new Set(tasks.flatMap((task) => workOf(task).requires))]);
  };
  const selectBars = (ids: readonly number[]): void => {
    select(ids);
    // A bar that is chosen on the board ends the choice of tasks.
    if (ids.length > 0 && selectedTasks.length > 0) selectTasks([]);
  };
  const [only] = bars;
  const task = selectedTasks[0] ?? (only && bars.length === 1 ? store.appointment(only.id) : undefined);

  return (
    <div className="planning">
      <Toolbar
        mode={mode}
        date={date}
        days={requestedDays}
        title={titleOf({ mode, from, days, language, texts })}
        store={store}
        filter={filter}
        settings={settings}
        isLive={reads.isLive}
        maySaveViews={session.user.scopes.includes('admin')}
        links={{
          findSlot: task && slotsOf?.(task),
          optimize: hasModule('optimization')
            ? `/app/optimization?${new URLSearchParams({ start: from, end: addDays(from, days) })}`
            : undefined,
        }}
        onMode={(next) => go({ mode: next, days: undefined })}
        onDate={(next) => go({ date: next })}
        onDays={(next) => go({ days: next })}
        onStep={(by) => go({ date: stepped(mode, date, by, requestedDays) })}
        onToday={() => go({ date: today })}
        onFilter={setFilter}
        onSettings={setSettings}
        onView={(saved) => {
          setSettings(saved.settings);
          if (saved.filter) setFilter(saved.filter);
          if (saved.mode) go({ mode: saved.mode, days: saved.days });
        }}
        saveView={(name) => saveView(name, { mode, days: requestedDays, filter, settings })}
        onGo={leave}
        onUndo={() => run({ type: 'undo' })}
      />
      <div className="board-frame" aria-busy={reads.isLoading}>
        {reads.problem !== undefined && (
          <div className="board-problem" role="alert">
            {reads.problem === 'offline' ? texts.offline : reads.problem}{' '}
            <button type="button" onClick={() => void reads.refresh('all').catch(() => {})}>
              {texts.retry}
            </button>
          </div>
        )}
        <BoardPane
          store={store}
          view={view}
          texts={texts}
          filter={deferredFilter}
          onCommand={run}
          onSelect={selectBars}
          onBoard={setBoard}
        />
      </div>
      <DockHandle height={settings.dockHeight} onHeight={(dockHeight) => setSettings({ dockHeight })} />
      <Dock
        tab={tab}
        height={settings.dockHeight}
        zone={zone}
        date={date}
        hasMap={hasModule('basicMap')}
        board={board}
        commands={commands}
        tasks={selectedTasks}
        slotsOf={slotsOf}
        workOf={workOf}
        onTab={setTab}
        onTasks={selectTasks}
        onGo={leave}
      />
      {menu && (
        <BarMenu
          target={menu}
          store={store}
          isLocked={bars.some(({ locked }) => locked)}
          canPaste={commands.canPaste}
          canFindSlot={slotsOf !== undefined}
          onClose={() => setMenu(undefined)}
          onChoose={(choice) => commands.choose(choice, menu)}
        />
      )}
      {editing && (
        <Suspense>
          <AppointmentDialog
            editing={editing}
            store={store}
            zone={zone}
            onClose={() => setEditing(undefined)}
            onSave={(form, chosen) => {
              setEditing(undefined);
              if (editing.type === 'edit') void changeAppointment(commands.queue, editing.before, form);
              else if (chosen) void createAppointment(commands.queue, chosen, form);
              board?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
