import { useCallback, useState } from 'react';
import type { Board } from '../board/board.ts';
import type { OpenWork } from '../board/types.ts';
import type { BoardStore } from './board-store.ts';
import type { OpenTaskLine } from './open-tasks-query.ts';

/** The selected open tasks. While there are some, the board dims resources that lack what they require. */
export function useTaskSelection(store: BoardStore, board: Board | undefined) {
  const [selectedTasks, setSelectedTasks] = useState<readonly OpenTaskLine[]>([]);
  const workOf = useCallback(
    (task: OpenTaskLine): OpenWork => ({
      id: task.id,
      subject: task.subject || task.shortDescription || task.taskNo,
      durationMs: 1000 * (task.durationInSeconds || Math.max(0, task.remainingInSeconds ?? 0) || 3600),
      requires: task.requires.map((value) => store.filterIndexOf(value)),
      site: task.latitude === null || task.longitude === null ? undefined : { lat: task.latitude, lon: task.longitude },
    }),
    [store],
  );
  const selectTasks = (tasks: readonly OpenTaskLine[]): void => {
    setSelectedTasks(tasks);
    board?.dimWithout([...new Set(tasks.flatMap((task) => workOf(task).requires))]);
  };
  return { selectedTasks, selectTasks, workOf };
}
