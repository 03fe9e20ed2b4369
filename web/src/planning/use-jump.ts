import { useQueryClient } from '@tanstack/react-query';
import { useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Board } from '../board/board.ts';
import type { Editing } from './appointment-dialog.tsx';
import type { BoardStore } from './board-store.ts';
import { type BoardFilter, NO_FILTER } from './filter.ts';
import { type OpenTaskLine, openTasksQuery } from './open-tasks-query.ts';
import { EVERYTHING } from './tables/conditions.ts';
import { useListLayout } from './tables/list-settings.ts';
import { searchTasks } from './task-search.ts';
import type { PlanningWindow } from './use-planning-window.ts';
import { useViewSettings } from './view-settings.ts';

const EVERY_MS = 80;
const LONGEST_MS = 12_000;
const HOUR = 3_600_000;

interface Context {
  readonly store: BoardStore;
  readonly board: Board | undefined;
  readonly shown: PlanningWindow;
  onTab(tab: string): void;
  onTasks(tasks: readonly OpenTaskLine[]): void;
  onFilter(filter: BoardFilter): void;
  onEdit(editing: Editing): void;
}

interface Wanted {
  readonly appointment?: unknown;
  readonly task?: unknown;
  readonly find?: unknown;
  readonly resource?: unknown;
  readonly action?: unknown;
}

/** Goes to what the address names: an appointment, an open task, a resource, or a new appointment. */
export function useJump(context: Context): void {
  const wanted = useSearch({ strict: false }) as Wanted;
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const queries = useQueryClient();
  const [, changeList] = useListLayout('resourceList');
  const [, changeSettings] = useViewSettings();
  const latest = useRef(context);
  latest.current = context;
  const { appointment, task, find, resource, action } = wanted;
  const isWanted = [appointment, find, resource, action].some((each) => each !== undefined);
  const hasBoard = context.board !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a jump belongs to one visit of the address
  useEffect(() => {
    if (!isWanted || !hasBoard) return;
    /** What filters hide is shown: the user asked for it. */
    const unhide = (): void => {
      latest.current.onFilter(NO_FILTER);
      changeList({ where: EVERYTHING });
      changeSettings({ collapsed: [] });
    };
    const steps = {
      appointment: () => showAppointment(latest.current, Number(appointment), unhide),
      resource: () => showResource(latest.current, String(resource), unhide),
      action: () => openNew(latest.current),
      task: () => {
        void showTask(latest.current, String(find), Number(task), (search) =>
          queries.fetchQuery(openTasksQuery(search)),
        );
        return true;
      },
    };
    const step =
      appointment !== undefined
        ? steps.appointment
        : find !== undefined
          ? steps.task
          : resource !== undefined
            ? steps.resource
            : steps.action;
    const end = Date.now() + LONGEST_MS;
    // The window of the address is still being read.
    const timer = setInterval(() => {
      const isDone = step();
      if (!isDone && Date.now() < end) return;
      clearInterval(timer);
      if (isDone) latest.current.shown.go({});
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [visit, isWanted, hasBoard]);
}

function showAppointment({ store, board }: Context, id: number, unhide: () => void): boolean {
  if (!board || !store.bar(id)) return false;
  if (!board.rows.some(({ bars }) => bars.some((bar) => bar.id === id))) {
    unhide();
    return false;
  }
  board.select([id]);
  board.reveal(id);
  board.focus();
  flash(board, `.ob-bar[data-bar="${id}"]`);
  return true;
}

function showResource({ store, board }: Context, no: string, unhide: () => void): boolean {
  if (!board || !store.data.resources.some((resource) => resource.no === no)) return false;
  if (!board.revealResource(no)) {
    unhide();
    return false;
  }
  flash(board, `.ob-name[data-resource="${CSS.escape(no)}"]`);
  return true;
}

/** The list shows only what was searched for; the task is selected, and its row has the focus. */
async function showTask(
  { onTab, onTasks }: Context,
  find: string,
  id: number,
  read: (search: string) => Promise<{ readonly records: readonly OpenTaskLine[] }>,
): Promise<void> {
  onTab('tasks');
  searchTasks(find);
  const { records } = await read(find);
  const task = records.find((each) => each.id === id) ?? records[0];
  if (!task) return;
  onTasks([task]);
  focusRow(task.id);
}

/** As soon as the row is drawn, unless the user has opened a dialog meanwhile. */
function focusRow(id: number, tries = 30): void {
  if (tries === 0 || document.querySelector('[role="dialog"][aria-modal="true"]')) return;
  const row = document.querySelector<HTMLElement>(`.tasks-table tr[data-key="${id}"]`);
  if (row) row.focus();
  else requestAnimationFrame(() => focusRow(id, tries - 1));
}

/** At the next full hour on the board, for the first resource. */
function openNew({ board, shown, onEdit }: Context): boolean {
  const resourceNo = board?.rows[0]?.resource.no;
  if (resourceNo === undefined) return false;
  const { start, end } = shown.window;
  const next = Math.ceil(Date.now() / HOUR) * HOUR;
  onEdit({ type: 'new', resourceNo, at: next >= start && next < end ? next : start + 9 * HOUR, task: undefined });
  return true;
}

/** Marks an element for a moment, once it is drawn. */
function flash({ element }: Board, selector: string): void {
  setTimeout(() => {
    const found = element.querySelector(selector);
    found?.classList.add('ob-found');
    setTimeout(() => found?.classList.remove('ob-found'), 2500);
  }, 60);
}
