import { useQueryClient } from '@tanstack/react-query';
import { useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { NO_FILTER } from './filter.ts';
import type { JumpContext, Wanted } from './jump-steps.ts';
import { EVERYTHING } from './tables/conditions.ts';
import { useListLayout } from './tables/list-settings.ts';
import { useViewSettings } from './view-settings.ts';

const EVERY_MS = 80;
const LONGEST_MS = 12_000;

/** Goes to what the address names: an appointment, an open task, a resource, or a new appointment. */
export function useJump(context: JumpContext): void {
  const wanted = useSearch({ strict: false }) as Wanted;
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const queries = useQueryClient();
  const [, changeList] = useListLayout('resourceList');
  const [, changeSettings] = useViewSettings();
  const latest = useRef(context);
  latest.current = context;
  const { appointment, find, resource, action } = wanted;
  const isWanted = [appointment, find, resource, action].some((each) => each !== undefined);
  const hasBoard = context.board !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a jump belongs to one visit of the address
  useEffect(() => {
    if (!isWanted || !hasBoard) return;
    /** What filters hide is shown: the user asked for it. */
    const unhide = (): void => {
      latest.current.onFilter(NO_FILTER);
      changeList({ where: EVERYTHING });
      changeSettings({ collapsed: [] });
    };
    const end = Date.now() + LONGEST_MS;
    const steps = import('./jump-steps.ts');
    let isOver = false;
    const look = async (): Promise<void> => {
      const { jump } = await steps;
      // The window of the address is still being read.
      while (!isOver) {
        const isDone = jump(wanted, latest.current, unhide, (query) => queries.fetchQuery(query));
        if (isDone) latest.current.shown.go({});
        if (isDone || Date.now() >= end) return;
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
    };
    void look().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [visit, isWanted, hasBoard]);
}
