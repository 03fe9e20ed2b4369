import { useEffect, useMemo, useRef } from 'react';
import { openDraft } from '../api/draft.ts';
import { useMay } from '../session/may.ts';
import { ActionQueue, type Outcome, type ShowCreated } from './action-queue.ts';
import { PlanningActions } from './actions.ts';
import type { BoardReads } from './use-board.ts';

/** The actions of the planner. The queue lives as long as the store, because it holds the undo list. */
export function useActions(
  { store, refresh, ignore }: BoardReads,
  zone: string,
  report: (outcome: Outcome) => void,
  showCreated: ShowCreated,
) {
  // The report changes with the language; the queue stays.
  const latest = useRef(report);
  latest.current = report;
  const queue = useMemo(
    () => new ActionQueue(store, (outcome) => latest.current(outcome), refresh, showCreated, openDraft()),
    [store, refresh, showCreated],
  );
  const mayUndo = useMay()('planning.undo') !== undefined;
  const actions = useMemo(() => new PlanningActions(store, zone, queue), [store, zone, queue]);
  useEffect(() => ignore(queue.own), [queue, ignore]);
  useEffect(() => {
    if (!mayUndo || queue.draft !== undefined) return undefined;
    // The same person may have planned in another window meanwhile.
    const read = (): void => void queue.undoList.read().catch(() => {});
    read();
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, [queue, mayUndo]);
  return { queue, actions };
}
