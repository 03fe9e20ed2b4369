import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { momentIn } from '../api/as-of.ts';
import { draftIn } from '../api/draft.ts';
import type { Mode } from '../board/types.ts';
import { addDays, dateOf, midnightOf } from '../dates/zone.ts';
import { isDate, isMode, isRange, rangeOf, stepped } from './view-settings.ts';

interface Change {
  readonly date?: string;
  readonly mode?: Mode;
  readonly days?: number | undefined;
  readonly preview?: undefined;
  readonly draft?: number | undefined;
  readonly asOf?: string | undefined;
}

/** What the board shows: a draft, the plan of a past moment, or else the plan. */
export function useShownPlan(): { readonly draft: number | undefined; readonly asOf: string | undefined } {
  const search = useSearch({ strict: false });
  return { draft: draftIn(search), asOf: momentIn(search) };
}

/** The days on the board. They are in the address of the page, so that a reload and a link show the same. */
export function usePlanningWindow(zone: string) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { date?: unknown; mode?: unknown; days?: unknown; preview?: unknown };
  const { draft, asOf } = useShownPlan();
  const today = dateOf(zone, Date.now());
  const date = isDate(search.date) ? search.date : today;
  const mode = isMode(search.mode) ? search.mode : 'week';
  const requestedDays = isRange(search.days) && mode !== 'month' ? search.days : undefined;
  /** The run whose proposal is shown on the board. */
  const preview = typeof search.preview === 'number' && search.preview > 0 ? search.preview : undefined;
  const { from, days } = rangeOf(mode, date, requestedDays);
  const window = useMemo(
    () => ({ start: midnightOf(zone, from), end: midnightOf(zone, addDays(from, days)) }),
    [zone, from, days],
  );
  const go = (change: Change): void =>
    void navigate({
      to: '/planning',
      search: { date, mode, days: requestedDays, preview, draft, asOf, ...change } as never,
      replace: true,
    });
  return {
    date,
    mode,
    from,
    days,
    requestedDays,
    window,
    preview,
    draft,
    asOf,
    go,
    goToday: (): void => go({ date: today }),
    goDay: (day: string): void => go({ date: day, mode: 'day', days: undefined }),
    step: (by: 1 | -1): void => go({ date: stepped(mode, date, by, requestedDays) }),
  };
}

export type PlanningWindow = ReturnType<typeof usePlanningWindow>;
