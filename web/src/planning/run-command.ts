import { snapped } from '../board/hit-test.ts';
import type { BoardCommand, Insertion } from '../board/types.ts';
import type { CommandContext } from './command-context.ts';

type Of<Type extends BoardCommand['type']> = Extract<BoardCommand, { type: Type }>;

/** Runs a command of the board, from the mouse, the keyboard or the menu. */
export function runCommand(command: BoardCommand, context: CommandContext): void {
  const { actions, queue, clipboard, host, store } = context;
  switch (command.type) {
    case 'move':
      void actions.move(command.moves, host.withContainers);
      break;
    case 'moveContainer':
      // Containers are records of the plan; the service would move their appointments there.
      if (queue.draft !== undefined) context.report({ type: 'notInDraft' });
      else void actions.moveContainer(command.container, command.ids, command.by);
      break;
    case 'resize':
      void actions.resize(command);
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
    case 'planSelected':
      if (context.host.tasks.length > 0) planTasks(context.host.tasks, command, context);
      else createAt({ ...command, type: 'new' }, context);
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

function plan({ work, resourceNo, at }: Of<'plan'>, context: CommandContext): void {
  const ids = new Set(work.map(({ id }) => id));
  planTasks(
    context.host.tasks.filter(({ id }) => ids.has(id)),
    { resourceNo, at },
    context,
  );
}

function planTasks(
  tasks: CommandContext['host']['tasks'],
  { resourceNo, at }: Insertion,
  { actions, host }: CommandContext,
): void {
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

/** A range that was drawn on a row has its own length and no task. */
function createAt({ resourceNo, at, end }: Of<'new'>, { host, zone }: CommandContext): void {
  const start = snapped(zone, at);
  if (end === undefined) host.onEdit({ type: 'new', resourceNo, at: start, task: host.tasks[0] });
  else host.onEdit({ type: 'new', resourceNo, at: start, end, task: undefined, withoutTask: true });
}
