import { snapped } from '../board/hit-test.ts';
import type { BoardCommand } from '../board/types.ts';
import type { CommandContext } from './command-context.ts';

type Of<Type extends BoardCommand['type']> = Extract<BoardCommand, { type: Type }>;

/** Runs a command of the board, from the mouse, the keyboard or the menu. */
export function runCommand(command: BoardCommand, context: CommandContext): void {
  const { actions, queue, clipboard, host, store } = context;
  switch (command.type) {
    case 'move':
      void actions.move(command.moves, host.withContainers);
      break;
    case 'resize':
      void actions.resize(command.id, command.start, command.end);
      break;
    case 'plan':
      plan(command, context);
      break;
    case 'delete':
      remove(command.ids, context);
      break;
    case 'cut':
    case 'copy':
      clipboard.take(command.ids, command.type);
      break;
    case 'paste':
      clipboard.paste(command.at);
      break;
    case 'lock':
      void actions.lock(command.ids, !command.ids.every((id) => store.bar(id)?.locked));
      break;
    case 'split':
      void actions.split(command.id, command.at);
      break;
    case 'undo':
      void queue.undo();
      break;
    case 'redo':
      void queue.redo();
      break;
    case 'details':
      host.onDetails();
      break;
    case 'edit':
      edit(command.id, context);
      break;
    case 'new':
      createAt(command, context);
      break;
    case 'refuse':
      context.report({ type: 'refused', why: context.lockedText });
      break;
    case 'menu':
      host.onMenu(command);
      break;
    case 'day':
      host.onDay(command.date);
      break;
  }
}

function plan({ work, resourceNo, at }: Of<'plan'>, { actions, host }: CommandContext): void {
  const ids = new Set(work.map(({ id }) => id));
  const tasks = host.tasks.filter(({ id }) => ids.has(id));
  void actions.plan(
    tasks.map((task) => ({ ...task, work: host.workOf(task) })),
    resourceNo,
    at,
  );
}

function remove(ids: readonly number[], { actions, store, report, lockedText }: CommandContext): void {
  const isLocked = (id: number): boolean => store.bar(id)?.locked === true;
  void actions.remove(ids.filter((id) => !isLocked(id)));
  if (ids.some(isLocked)) report({ type: 'refused', why: lockedText });
}

/** Waits for pending actions first, because they change the version of the appointment. */
function edit(id: number, { queue, store, host }: CommandContext): void {
  void queue.settled().then(() => {
    const before = store.appointment(id);
    if (before) host.onEdit({ type: 'edit', before });
  });
}

function createAt({ resourceNo, at }: Of<'new'>, { host, zone }: CommandContext): void {
  host.onEdit({ type: 'new', resourceNo, at: snapped(zone, at), task: host.tasks[0] });
}
