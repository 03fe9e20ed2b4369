import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { openDraft } from '../api/draft.ts';
import { type Change, follow, type PopUp } from '../live/follow.ts';
import { BoardStore } from './board-store.ts';
import { useHiddenChanges } from './use-hidden-changes.ts';

export interface BoardWindow {
  readonly start: number;
  readonly end: number;
  /** The past moment that the board shows; undefined for the present. */
  readonly asOf: string | undefined;
}

/** For more appointments, reading the whole window is faster. */
const MOST_SINGLE = 200;
const RELOAD_MS = 400;

/** Record types whose changes affect other bars. */
const CONCERNS = new Set(
  'Resource,ResourceCalendar,Absence,Calendar,ResourceFilterValue,TaskFilterValue,Category,TimeMarker,Notification,AppointmentContainer,Container,Task,ResourceCertificate,ResourceCapacity,AppointmentDependency,TaskDependency'.split(
    ',',
  ),
);

export interface BoardReads {
  readonly store: BoardStore;
  readonly isLoading: boolean;
  /** Why the board could not be read; undefined when it was. */
  readonly error: unknown;
  readonly isLive: boolean;
  /** The past moment that the board was last read for. */
  readonly readAt: string | undefined;
  refresh(ids: readonly number[] | 'all'): Promise<void>;
  /** Reads the window again after an error. */
  retry(): void;
  /** Request ids of our own actions: their changes are known already. */
  ignore(own: ReadonlySet<string>): void;
}

/** The board of a window, updated with changes by others unless it shows the past. */
export function useBoard(
  { start, end, asOf }: BoardWindow,
  tenant: string,
  onPopUp: (popUp: PopUp) => void,
): BoardReads {
  const queries = useQueryClient();
  const [store] = useState(() => new BoardStore());
  const [isLoading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>();
  const [isLive, setLive] = useState(false);
  const [readAt, setReadAt] = useState<string>();
  const [from, setFrom] = useState<number>();
  const [attempt, setAttempt] = useState(0);
  const shown = useRef({ start, end, asOf });
  const own = useRef<ReadonlySet<string>>(new Set());
  shown.current = { start, end, asOf };

  const refresh = useCallback(
    async (ids: readonly number[] | 'all'): Promise<void> => {
      const requested = shown.current;
      const window = { start: new Date(requested.start).toISOString(), end: new Date(requested.end).toISOString() };
      const single = ids !== 'all' && ids.length <= MOST_SINGLE;
      if (single && ids.length === 0) return;
      void queries.invalidateQueries({ queryKey: ['tasks'] });
      void queries.invalidateQueries({ queryKey: ['jobCard'] });
      const answer = await api.get('/board', { query: { ...window, ...(single ? { appointments: ids } : {}) } });
      // The planner may have opened another week or moment meanwhile.
      const { current } = shown;
      if (requested.start !== current.start || requested.end !== current.end || requested.asOf !== current.asOf) return;
      if (single) store.merge(ids, answer);
      else store.load(answer);
      setFrom((known) => known ?? answer.change);
    },
    [queries, store],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another window is another board
  useEffect(() => {
    let current = true;
    setLoading(true);
    refresh('all')
      .then(() => {
        if (!current) return;
        setError(undefined);
        setReadAt(asOf);
      })
      .catch((error: unknown) => current && setError(error))
      .finally(() => current && setLoading(false));
    return () => {
      current = false;
    };
  }, [start, end, asOf, refresh, attempt]);

  useFollow({ from: asOf === undefined ? from : undefined, tenant, store, own, refresh, onLive: setLive, onPopUp });
  useHiddenChanges(store, shown, refresh);
  const ignore = useCallback((ids: ReadonlySet<string>) => {
    own.current = ids;
  }, []);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { store, isLoading, error, isLive, readAt, refresh, retry, ignore };
}

interface FollowProps {
  /** The change up to which the board was read; undefined before the first read, and for the past. */
  readonly from: number | undefined;
  readonly tenant: string;
  readonly store: BoardStore;
  /** Request ids of our own actions. */
  readonly own: RefObject<ReadonlySet<string>>;
  refresh(ids: readonly number[] | 'all'): Promise<void>;
  onLive(isLive: boolean): void;
  onPopUp(popUp: PopUp): void;
}

/** Reads changes by others while the page is open. */
function useFollow({ from, tenant, store, own, refresh, onLive, onPopUp }: FollowProps): void {
  const queries = useQueryClient();
  const latestPopUp = useRef(onPopUp);
  latestPopUp.current = onPopUp;
  useEffect(() => {
    if (from === undefined) return;
    const ended = new AbortController();
    let reload: ReturnType<typeof setTimeout> | undefined;
    const reloadSoon = (): void => {
      reload ??= setTimeout(() => {
        reload = undefined;
        void refresh('all').catch(() => {});
      }, RELOAD_MS);
    };
    follow({
      after: from,
      tenant,
      signal: ended.signal,
      state: onLive,
      reset: reloadSoon,
      popUp: (popUp) => latestPopUp.current(popUp),
      drafts: ({ id, requestId }) => {
        if (own.current.has(requestId)) return;
        void queries.invalidateQueries({ queryKey: ['drafts'] });
        if (id === openDraft()) reloadSoon();
      },
      missed: () => {
        void queries.invalidateQueries({ queryKey: ['drafts'] });
        if (openDraft() !== undefined) reloadSoon();
      },
      changes: (changes) => {
        void queries.invalidateQueries({ queryKey: ['jobCard'] });
        const foreign = changes.filter(({ requestId }) => !own.current.has(requestId));
        if (changes.some(({ entity }) => entity === 'Notification'))
          void queries.invalidateQueries({ queryKey: ['notifications'] });
        const ids = touched(foreign, store);
        if (ids === 'all') reloadSoon();
        else void refresh(ids).catch(() => {});
      },
    });
    return () => {
      ended.abort();
      clearTimeout(reload);
    };
  }, [from, tenant, refresh, store, queries, own, onLive]);
}

/** The appointments that changes concern, or all when a change concerns more. */
function touched(changes: readonly Change[], store: BoardStore): number[] | 'all' {
  const ids = new Set<number>();
  for (const { entity, id, before, after } of changes) {
    if (entity === 'Appointment') ids.add(id);
    else if (entity === 'Assignment') {
      const owner = Number(after?.['appointmentId'] ?? before?.['appointmentId'] ?? Number.NaN);
      const no = String(after?.['appointmentNo'] ?? before?.['appointmentNo'] ?? '');
      const found = Number.isNaN(owner) ? store.idOf(no) : owner;
      if (found === undefined) return 'all';
      ids.add(found);
    } else if (CONCERNS.has(entity)) return 'all';
  }
  return [...ids];
}
