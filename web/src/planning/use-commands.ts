import { useEffect, useState } from 'react';
import type { Board } from '../board/board.ts';
import type { Bar, BoardCommand } from '../board/types.ts';
import { useTexts } from '../i18n/language.ts';
import { useMay } from '../session/may.ts';
import type { ShowCreated } from './action-queue.ts';
import type { CommandContext, CommandHost } from './command-context.ts';
import type { MenuChoice, MenuTarget } from './menu-choice.ts';
import { runCommand } from './run-command.ts';
import { runMenuChoice } from './run-menu-choice.ts';
import { useActions } from './use-actions.ts';
import type { BoardReads } from './use-board.ts';
import { useClipboard } from './use-clipboard.ts';
import { useReport } from './use-report.tsx';

/** Commands that change nothing. */
const READING: readonly BoardCommand['type'][] = ['details', 'menu', 'day', 'refuse'];

interface Options extends CommandHost {
  readonly reads: BoardReads;
  readonly zone: string;
  readonly board: Board | undefined;
  readonly showCreated: ShowCreated;
}

/** The selected bars, and everything that can be done with them. */
export function useCommands({ reads, zone, board, showCreated, ...host }: Options) {
  const { store } = reads;
  const { isLocked: lockedText } = useTexts();
  const mayPlan = useMay()('planning.drag') !== undefined;
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [, setVersion] = useState(0);
  const report = useReport(store, zone, () => board?.focus());
  const { queue, actions } = useActions(reads, zone, report, showCreated);
  const clipboard = useClipboard(actions, zone, report);
  // The panels show the present state of the selection.
  useEffect(() => store.listen(() => setVersion((version) => version + 1)), [store]);

  const bars = selected.flatMap((id): Bar[] => {
    const bar = store.bar(id);
    return bar ? [bar] : [];
  });
  const context: CommandContext = { host, store, zone, actions, queue, clipboard, lockedText, report };
  return {
    queue,
    actions,
    bars,
    store,
    canPaste: clipboard.canPaste,
    select: setSelected,
    /** Keys and double clicks reach it too, so those who may not plan stop here. */
    run(command: BoardCommand): void {
      if (mayPlan || READING.includes(command.type)) runCommand(command, context);
    },
    choose(choice: MenuChoice, target: MenuTarget): void {
      runMenuChoice(choice, target, bars, context);
      // The dialog of an appointment takes the focus itself.
      if (choice.type !== 'edit' && choice.type !== 'new') board?.focus();
    },
  };
}
