import type { Board } from '../board/board.ts';
import type { Editing } from './appointment-dialog.tsx';
import type { BoardStore } from './board-store.ts';
import type { BoardFilter } from './filter.ts';
import { type OpenTaskLine, openTasksQuery } from './open-tasks-query.ts';
import { searchTasks } from './task-search.ts';
import type { PlanningWindow } from './use-planning-window.ts';

const HOUR = 3_600_000;

export interface JumpContext {
  readonly store: BoardStore;
  readonly board: Board | undefined;
  readonly shown: PlanningWindow;
  onTab(tab: string): void;
  onTasks(tasks: readonly OpenTaskLine[]): void;
  onFilter(filter: BoardFilter): void;
  onEdit(editing: Editing): void;
}

/** What an address can name. */
export interface Wanted {
  readonly appointment?: unknown;
  readonly task?: unknown;
  readonly find?: unknown;
  readonly resource?: unknown;
  readonly action?: unknown;
}

type ReadTasks = (query: ReturnType<typeof openTasksQuery>) => Promise<{ readonly records: readonly OpenTaskLine[] }>;

/** Goes to what is wanted. False while the board does not show it yet. */
export function jump(
  { appointment, task, find, resource }: Wanted,
  context: JumpContext,
  unhide: () => void,
  read: ReadTasks,
): boolean {
  if (appointment !== undefined) return showAppointment(context, Number(appointment), unhide);
  if (find !== undefined) {
    void showTask(context, String(find), Number(task), (search) => read(openTasksQuery(search)));
    return true;
  }
  return resource === undefined ? openNew(context) : showResource(context, String(resource), unhide);
}

function showAppointment({ store, board }: JumpContext, id: number, unhide: () => void): boolean {
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

function showResource({ store, board }: JumpContext, no: string, unhide: () => void): boolean {
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
  { onTab, onTasks }: JumpContext,
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
function openNew({ board, shown, onEdit }: JumpContext): boolean {
  // Nothing is created in the past.
  if (shown.asOf !== undefined) return true;
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
