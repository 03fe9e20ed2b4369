import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Board } from '../board/board.ts';
import { safeColor } from '../board/contrast.ts';
import type { BoardView, Mode, OpenWork } from '../board/types.ts';
import { useSpeech } from '../i18n/language.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { addDays, dateOf, midnightOf } from '../time/zone.ts';
import { BarMenu, type MenuPlace } from './bar-menu.tsx';
import { BoardPane } from './board-pane.tsx';
import { Details } from './details.tsx';
import { DockHandle } from './dock-handle.tsx';
import { type OpenTaskLine, OpenTasks, openTasksQuery } from './open-tasks.tsx';
import './planning.css';
import { titleOf } from './title.ts';
import { Toolbar } from './toolbar.tsx';
import { useBoard } from './use-board.ts';
import { useCommands } from './use-commands.ts';
import { isDate, isMode, rangeOf, stepped, useViewSettings } from './view-settings.ts';
import { ViolationList } from './violation-list.tsx';

/** The board of a window, what is still to be planned below it, and the details of what is selected. */
export function PlanningPage() {
  const { texts, locale: language } = useSpeech();
  const session = useSession();
  const zone = zoneOf(session);
  const navigate = useNavigate();
  const place = useSearch({ strict: false }) as { date?: unknown; mode?: unknown };
  const today = dateOf(zone, Date.now());
  const date = isDate(place.date) ? place.date : today;
  const mode = isMode(place.mode) ? place.mode : 'week';
  const go = (next: { date?: string; mode?: Mode }): void =>
    void navigate({ to: '/planning', search: { date, mode, ...next } as never, replace: true });

  const [settings, setSettings] = useViewSettings();
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search);
  const [board, setBoard] = useState<Board>();
  const [tab, setTab] = useState<string | null>('tasks');
  const [selectedTasks, setSelectedTasks] = useState<readonly OpenTaskLine[]>([]);
  const [menu, setMenu] = useState<MenuPlace>();

  const { from, days } = rangeOf(mode, date);
  const window = useMemo(
    () => ({ start: midnightOf(zone, from), end: midnightOf(zone, addDays(from, days)) }),
    [zone, from, days],
  );
  const reads = useBoard(window, session.tenant.name);
  const { store } = reads;
  const { data: openTasks } = useQuery(openTasksQuery(''));

  const view = useMemo<BoardView>(
    () => ({
      zone,
      language,
      mode,
      from,
      days,
      barHeight: settings.barHeight,
      stack: settings.stack,
      calendars: settings.calendars,
      hourWidth: settings.hourWidth,
    }),
    [zone, language, mode, from, days, settings.barHeight, settings.stack, settings.calendars, settings.hourWidth],
  );

  const workOf = useCallback(
    (task: OpenTaskLine): OpenWork => ({
      id: task.id,
      subject: task.subject ?? task.shortDescription,
      durationMs: 1000 * (task.durationInSeconds || Math.max(0, task.remainingInSeconds ?? 0) || 3600),
      requires: task.requires.map((value) => store.placeOf(value)),
    }),
    [store],
  );
  const commands = useCommands({
    reads,
    zone,
    withContainers: settings.containers,
    tasks: selectedTasks,
    workOf,
    board,
    onMenu: setMenu,
    onDetails: () => setTab('details'),
    onDay: (day) => go({ date: day, mode: 'day' }),
  });
  const { actions, bars, select, run } = commands;

  const selectTasks = (tasks: readonly OpenTaskLine[]): void => {
    setSelectedTasks(tasks);
    board?.dimWithout([...new Set(tasks.flatMap((task) => workOf(task).requires))]);
  };
  const selectBars = (ids: readonly number[]): void => {
    select(ids);
    // A bar that is chosen on the board ends the choice of tasks.
    if (ids.length > 0 && selectedTasks.length > 0) selectTasks([]);
  };

  const colors = useMemo(
    () => new Map(commands.categories.map(({ name, color }) => [name.toLowerCase(), safeColor(color)])),
    [commands.categories],
  );

  return (
    <div className="planning">
      <Toolbar
        mode={mode}
        date={date}
        title={titleOf({ mode, from, days, language, texts })}
        search={search}
        settings={settings}
        isLive={reads.isLive}
        onMode={(next) => go({ mode: next })}
        onDate={(next) => go({ date: next })}
        onStep={(by) => go({ date: stepped(mode, date, by) })}
        onToday={() => go({ date: today })}
        onSearch={setSearch}
        onSettings={setSettings}
        onView={(saved) => {
          setSettings(saved.settings);
          if (saved.search !== undefined) setSearch(saved.search);
          if (saved.mode) go({ mode: saved.mode });
        }}
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
          search={deferredSearch}
          onCommand={run}
          onSelect={selectBars}
          onBoard={setBoard}
        />
      </div>
      <DockHandle height={settings.dockHeight} onHeight={(dockHeight) => setSettings({ dockHeight })} />
      <section className="dock" style={{ height: settings.dockHeight }}>
        <Tabs value={tab} onChange={setTab} keepMounted={false} className="dock-tabs">
          <Tabs.List>
            <Tabs.Tab value="tasks">
              {texts.openTasks} <span className="badge">{openTasks?.total ?? 0}</span>
            </Tabs.Tab>
            <Tabs.Tab value="details">{texts.details}</Tabs.Tab>
            <Tabs.Tab value="violations">
              {texts.violations} <span className="badge">{commands.violations.length}</span>
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="tasks">
            <OpenTasks
              zone={zone}
              selected={new Set(selectedTasks.map(({ id }) => id))}
              onSelect={selectTasks}
              onDrag={(tasks) => board?.bring(tasks.map(workOf))}
              color={(category) => colors.get((category ?? '').toLowerCase()) ?? safeColor(null)}
            />
          </Tabs.Panel>
          <Tabs.Panel value="details">
            <Details store={store} bars={bars} zone={zone} actions={actions} />
          </Tabs.Panel>
          <Tabs.Panel value="violations">
            <ViolationList
              violations={commands.violations}
              onShow={(id) => {
                board?.select([id]);
                board?.reveal(id);
              }}
            />
          </Tabs.Panel>
        </Tabs>
      </section>
      {menu && (
        <BarMenu
          place={menu}
          isLocked={bars.some(({ locked }) => locked)}
          canPaste={commands.canPaste}
          onClose={() => setMenu(undefined)}
          onShift={(by) => commands.shift(by)}
          onChoose={(choice) => {
            if (choice === 'today') go({ date: today });
            else commands.choose(choice, menu);
          }}
        />
      )}
    </div>
  );
}
