import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Board } from '../board/board.ts';
import type { BoardPreview, BoardView } from '../board/types.ts';
import { useLocale } from '../i18n/language.ts';
import { useMay } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import type { Editing } from './appointment-dialog.tsx';
import { collapsedAfter } from './bars/collapsed-groups.ts';
import { useTravelTimes } from './bars/use-travel-times.ts';
import { BoardFrame } from './board-frame.tsx';
import { useBarWarnings } from './conflicts/use-bar-warnings.ts';
import { DockHandle } from './dock-handle.tsx';
import { type BoardFilter, NO_FILTER } from './filter.ts';
import type { MenuTarget } from './menu-choice.ts';
import { switchPane, usePageKeys } from './page-keys.ts';
import './planning.css';
import { PlanningToolbar } from './planning-toolbar.tsx';
import { useShortcutSheet } from './shortcuts/use-shortcut-sheet.tsx';
import { taskOf } from './task-of.ts';
import { UndoTools } from './undo/undo-tools.tsx';
import { useBoard } from './use-board.ts';
import { useCommands } from './use-commands.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useJump } from './use-jump.ts';
import { usePlanningLinks } from './use-planning-links.ts';
import { type PlanningWindow, usePlanningWindow, useShownPlan } from './use-planning-window.ts';
import { useShowCreated } from './use-show-created.ts';
import { useShowPopUp } from './use-show-pop-up.ts';
import { useTaskSelection } from './use-task-selection.ts';
import { useViewSettings, type ViewSettings } from './view-settings.ts';

/** Below the board, which is drawn first. */
const Drafts = lazy(() => import('../drafts/drafts.tsx').then((file) => ({ default: file.Drafts })));
const PastBar = lazy(() => import('./past/past-bar.tsx').then((file) => ({ default: file.PastBar })));
const Dock = lazy(() => import('./dock.tsx').then((file) => ({ default: file.Dock })));
const BarMenu = lazy(() => import('./bar-menu.tsx').then((file) => ({ default: file.BarMenu })));
const RowMenu = lazy(() => import('./job-actions/row-menu.tsx').then((file) => ({ default: file.RowMenu })));
const HoverCard = lazy(() => import('./job-card/hover-card.tsx').then((file) => ({ default: file.HoverCard })));
const PreviewStrip = lazy(() => import('./preview/preview-strip.tsx').then((file) => ({ default: file.PreviewStrip })));
const AppointmentDialog = lazy(() =>
  import('./appointment-dialog.tsx').then((module) => ({ default: module.AppointmentDialog })),
);

/** The board of the plan, of its past or of a draft. Each has a board of its own, so that nothing of one is shown in or sent to another. */
export function PlanningPage() {
  const filter = useState(NO_FILTER);
  const published = useState<string>();
  const { draft, asOf } = useShownPlan();
  return <BoardPage key={asOf === undefined ? (draft ?? 0) : 'past'} filter={filter} published={published} />;
}

interface BoardPageProps {
  readonly filter: StateOf<BoardFilter>;
  /** The request that published a draft, until the board of the plan shows what it did. */
  readonly published: StateOf<string | undefined>;
}
type StateOf<T> = readonly [T, (value: T) => void];

/** The board of a window, below it the open tasks, and the details of what is selected. */
function BoardPage({ filter: [filter, setFilter], published: [published, setPublished] }: BoardPageProps) {
  const session = useSession();
  const zone = zoneOf(session);
  const router = useRouter();
  const leave = (address: string): void => router.history.push(address);
  const shown = usePlanningWindow(zone);
  const [settings, setSettings] = useViewSettings();
  const deferredFilter = useDeferredValue(filter);
  const [board, setBoard] = useState<Board>();
  const [tab, setTab] = useState('tasks');
  const [menu, setMenu] = useState<MenuTarget>();
  const [editing, setEditing] = useState<Editing>();
  const reads = useBoard({ ...shown.window, asOf: shown.asOf }, session.tenant.name, useShowPopUp());
  const { store } = reads;
  useBarWarnings(store);
  useTravelTimes(board, store, shown.window, settings.travel && shown.mode !== 'month');
  const [preview, setPreview] = useState<BoardPreview>();
  const view = useBoardView(zone, shown, settings, preview);
  const { hasMap, slotsOf, optimize } = usePlanningLinks(shown.from, shown.days);
  const { selectedTasks, selectTasks, workOf } = useTaskSelection(store, board);
  const findSlotFor = (id: number): void => {
    const appointment = store.appointment(id);
    const task = appointment && taskOf(appointment);
    if (task && slotsOf) leave(slotsOf(task));
  };
  const commands = useCommands({
    ...{ reads, zone, board, tasks: selectedTasks, workOf, withContainers: settings.containers },
    ...{ onMenu: setMenu, onEdit: setEditing, onDetails: () => setTab('details'), onFindSlot: findSlotFor },
    onDay: (day) => (day === '' ? shown.goToday() : shown.goDay(day)),
    showCreated: useShowCreated({ board, selectedTasks, selectTasks }),
  });
  const { bars, run } = commands;
  const mayDraft = useMay()('planning.draft') !== undefined;
  useEffect(() => {
    if (published === undefined || shown.draft !== undefined) return;
    setPublished(undefined);
    void commands.queue.announce(published).catch(() => {});
  }, [published, shown.draft, commands.queue, setPublished]);
  const selectBars = (ids: readonly number[], byKeys: boolean): void => {
    commands.select(ids);
    // Selecting a bar on the board clears the selection of tasks, but not while arrow keys look for a cell to plan them.
    if (!byKeys && ids.length > 0 && selectedTasks.length > 0) selectTasks([]);
  };
  useJump({ ...{ store, board, shown }, onTab: setTab, onTasks: selectTasks, onFilter: setFilter, onEdit: setEditing });
  const page = useRef<HTMLDivElement>(null);
  const shortcutSheet = useShortcutSheet();
  useFocusReturn(page, menu !== undefined || editing !== undefined || shortcutSheet.isOpen, () => board?.focus());
  usePageKeys({
    undo: () => run({ type: 'undo' }),
    redo: () => run({ type: 'redo' }),
    paste: () => run({ type: 'paste', at: board?.insertionPoint }),
    switchPane: () => switchPane(page.current, board),
    showShortcuts: shortcutSheet.open,
  });
  const [only] = bars;
  const shownAlone = only && bars.length === 1 ? store.appointment(only.id) : undefined;
  const task = selectedTasks[0] ?? (shownAlone && taskOf(shownAlone));
  return (
    <div className={`planning planning-${shown.asOf ? 'past' : shown.draft ? 'draft' : 'now'}`} ref={page}>
      {shown.asOf && (
        <Suspense fallback={<div className="draft-tabs" />}>
          <PastBar {...{ reads, zone }} asOf={shown.asOf} onMoment={(asOf) => shown.go({ asOf })} />
        </Suspense>
      )}
      {mayDraft && (
        <Suspense fallback={<div className="draft-tabs" />}>
          <Drafts
            {...{ store, draft: shown.draft, own: commands.queue.own }}
            settled={() => commands.queue.settled()}
            onOpen={(draft) => shown.go({ draft, preview: undefined })}
            onChanged={() => void reads.refresh('all').catch(() => {})}
            onGhosts={setPreview}
            onPublished={(actionId) => {
              setPublished(actionId);
              shown.go({ draft: undefined });
            }}
          />
        </Suspense>
      )}
      <PlanningToolbar
        {...{ reads, shown, filter, settings }}
        links={{ findSlot: task && slotsOf?.(task), optimize }}
        onFilter={setFilter}
        onSettings={setSettings}
        onGo={leave}
        tools={
          <>
            <UndoTools
              {...{ list: commands.queue.undoList, store, zone }}
              onUndo={() => run({ type: 'undo' })}
              onRedo={() => run({ type: 'redo' })}
            />
            {shortcutSheet.tool}
          </>
        }
      />
      {shown.preview !== undefined && shown.draft === undefined && !shown.asOf && (
        <Suspense>
          <PreviewStrip
            key={shown.preview}
            id={shown.preview}
            onPreview={setPreview}
            onChanged={() => {
              void reads.refresh('all').catch(() => {});
              void commands.queue.undoList.read().catch(() => {});
            }}
            onClose={() => shown.go({ preview: undefined })}
          />
        </Suspense>
      )}
      <BoardFrame
        {...{ reads, view, filter: deferredFilter }}
        onCommand={run}
        onSelect={selectBars}
        onCollapse={(groups, isCollapsed) =>
          setSettings({ collapsed: collapsedAfter(settings.collapsed, groups, isCollapsed) })
        }
        onBoard={setBoard}
        onClearFilters={() => setFilter(NO_FILTER)}
      />
      <DockHandle height={settings.dockHeight} onHeight={(dockHeight) => setSettings({ dockHeight })} />
      <Suspense fallback={<section className="dock" style={{ height: settings.dockHeight }} />}>
        <Dock
          {...{ tab, zone, hasMap, board, commands, slotsOf, workOf, date: shown.date, height: settings.dockHeight }}
          tasks={selectedTasks}
          window={shown.window}
          onRefresh={() => void reads.refresh('all').catch(() => {})}
          onTab={setTab}
          onTasks={selectTasks}
          onGo={leave}
        />
      </Suspense>
      <Menu {...{ menu, commands, zone, canFindSlot: slotsOf !== undefined }} onClose={() => setMenu(undefined)} />
      {shortcutSheet.sheet}
      <Suspense>
        {!shown.asOf && <HoverCard />}
        <RowMenu board={board} onDetails={() => setTab('details')} />
      </Suspense>
      <Editor {...{ editing, commands, zone }} onClose={() => setEditing(undefined)} />
    </div>
  );
}

type Commands = ReturnType<typeof useCommands>;

/** The view of the board; a new object only when a setting changes. */
function useBoardView(
  zone: string,
  { mode, from, days }: PlanningWindow,
  settings: ViewSettings,
  preview: BoardPreview | undefined,
): BoardView {
  const { locale: language } = useLocale();
  const { barHeight, labels, byTeam, collapsed, travel, dependencies, stack, calendars, containerMarks, hourWidth } =
    settings;
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
      labels,
      byTeam,
      collapsed,
      travel,
      dependencies,
      stack,
      calendars,
      containers: containerMarks,
      hourWidth,
      preview,
    }),
    [
      readOnly,
      zone,
      language,
      mode,
      from,
      days,
      barHeight,
      labels,
      byTeam,
      collapsed,
      travel,
      dependencies,
      stack,
      calendars,
      containerMarks,
      hourWidth,
      preview,
    ],
  );
}

interface MenuProps {
  readonly menu: MenuTarget | undefined;
  readonly commands: Commands;
  readonly zone: string;
  readonly canFindSlot: boolean;
  onClose(): void;
}

const Menu = ({ menu, commands, zone, canFindSlot, onClose }: MenuProps) =>
  menu && (
    <Suspense>
      <BarMenu
        target={menu}
        store={commands.store}
        list={commands.queue.undoList}
        zone={zone}
        isLocked={commands.bars.some(({ locked }) => locked)}
        canPaste={commands.canPaste}
        canFindSlot={canFindSlot}
        onClose={onClose}
        onChoose={(choice) => commands.choose(choice, menu)}
      />
    </Suspense>
  );

interface EditorProps {
  readonly editing: Editing | undefined;
  readonly commands: Commands;
  readonly zone: string;
  onClose(): void;
}

const Editor = ({ editing, commands, zone, onClose }: EditorProps) =>
  editing && (
    <Suspense>
      <AppointmentDialog
        editing={editing}
        store={commands.store}
        queue={commands.queue}
        zone={zone}
        onClose={onClose}
      />
    </Suspense>
  );
