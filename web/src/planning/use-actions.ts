import { useEffect, useMemo, useRef } from 'react';
import { ActionQueue, type Outcome } from './action-queue.ts';
import { PlanningActions } from './actions.ts';
import type { BoardReads } from './use-board.ts';

/** The actions of the planner. The queue lives as long as the store, because it holds the undo list. */
export function useActions({ store, refresh, ignore }: BoardReads, zone: string, report: (outcome: Outcome) => void) {
  // The report changes with the language; the queue stays.
  const latestReport = useRef(report);
  latestReport.current = report;
  const queue = useMemo(
    () => new ActionQueue(store, (outcome) => latestReport.current(outcome), refresh),
    [store, refresh],
  );
  const actions = useMemo(() => new PlanningActions(store, zone, queue), [store, zone, queue]);
  useEffect(() => ignore(queue.own), [queue, ignore]);
  return { queue, actions };
}
