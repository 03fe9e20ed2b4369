import { snapped } from '../board/hit-test.ts';
import type { Bar } from '../board/types.ts';
import { dateOf } from '../dates/zone.ts';
import type { CommandContext } from './command-context.ts';
import type { MenuChoice, MenuTarget } from './menu-choice.ts';
import { runCommand } from './run-command.ts';
import { shiftedBy } from './shifted.ts';

/** Runs an entry of the board's menu. `bars` are the selected ones. */
export function runMenuChoice(
  choice: MenuChoice,
  target: MenuTarget,
  bars: readonly Bar[],
  context: CommandContext,
): void {
  const { actions, clipboard, host, zone } = context;
  const ids = bars.map(({ id }) => id);
  switch (choice.type) {
    case 'today':
      host.onDay('');
      break;
    case 'day':
      host.onDay(dateOf(zone, target.at));
      break;
    case 'split':
      if (target.id !== undefined) void actions.split(target.id, snapped(zone, target.at));
      break;
    case 'paste':
      clipboard.paste(target);
      break;
    case 'details':
    case 'history':
      host.onDetails();
      break;
    case 'findSlot':
      if (target.id !== undefined) host.onFindSlot(target.id);
      break;
    case 'edit':
      if (target.id !== undefined) runCommand({ type: 'edit', id: target.id }, context);
      break;
    case 'new':
      runCommand({ type: 'new', resourceNo: target.resourceNo, at: target.at }, context);
      break;
    case 'undo':
    case 'redo':
      runCommand({ type: choice.type }, context);
      break;
    case 'shift':
      void actions.move(shiftedBy(zone, bars, choice), host.withContainers);
      break;
    case 'category':
      void actions.setCategory(ids, choice.name);
      break;
    case 'timeMarker':
      void actions.setTimeMarker(ids, choice.name);
      break;
    case 'importance':
      void actions.setImportance(ids, choice.value);
      break;
    default:
      runCommand({ type: choice.type, ids }, context);
      break;
  }
}
