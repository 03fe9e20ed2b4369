import type { OpenWork } from '../board/types.ts';
import type { ActionQueue, Outcome } from './action-queue.ts';
import type { PlanningActions } from './actions.ts';
import type { Editing } from './appointment-dialog.tsx';
import type { BoardStore } from './board-store.ts';
import type { MenuTarget } from './menu-choice.ts';
import type { OpenTaskLine } from './open-tasks-query.ts';
import type { Clipboard } from './use-clipboard.ts';

/** Functions of the page for commands that need more than the board. */
export interface CommandHost {
  readonly withContainers: boolean;
  /** Open tasks that are selected; the first is suggested for a new appointment. */
  readonly tasks: readonly OpenTaskLine[];
  workOf(task: OpenTaskLine): OpenWork;
  onMenu(target: MenuTarget): void;
  onEdit(editing: Editing): void;
  onDetails(): void;
  onFindSlot(id: number): void;
  /** Shows a day; the empty text is today. */
  onDay(date: string): void;
}

/** The context of the commands of the board and its menu. */
export interface CommandContext {
  readonly host: CommandHost;
  readonly store: BoardStore;
  readonly zone: string;
  readonly actions: PlanningActions;
  readonly queue: ActionQueue;
  readonly clipboard: Clipboard;
  /** Shown when a locked bar would have to change. */
  readonly lockedText: string;
  report(outcome: Outcome): void;
}
