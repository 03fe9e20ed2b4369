import { useCallback, useRef } from 'react';
import type { Board } from '../board/board.ts';
import type { ShowCreated } from './action-queue.ts';
import type { OpenTaskLine } from './open-tasks-query.ts';

interface Options {
  readonly board: Board | undefined;
  readonly selectedTasks: readonly OpenTaskLine[];
  selectTasks(tasks: readonly OpenTaskLine[]): void;
}

/** Selects what an action created, unless the planner has chosen something else since it began: the next key is meant for that. */
export function useShowCreated(options: Options): ShowCreated {
  const latest = useRef(options);
  latest.current = options;
  return useCallback(() => {
    const { selectedTasks, board } = latest.current;
    const choices = board?.choices;
    return (ids) => {
      const now = latest.current;
      if (now.selectedTasks.length > 0 && now.selectedTasks !== selectedTasks) return;
      now.selectTasks([]);
      if (now.board?.choices === choices) now.board?.present(ids);
    };
  }, []);
}
