import { type RefObject, useEffect } from 'react';
import { openMoment } from '../api/as-of.ts';
import { api } from '../api/client.ts';
import type { BoardStore } from './board-store.ts';

const POLL_MS = 60_000;
/** No appointment has this id: only the busy time is read. */
const NO_APPOINTMENT = 0;

/**
 * A user with data filters gets no events about changes of hidden records, but the time that they take moves with them. The board asks
 * once a minute whether anything has changed, and reads the window again if so.
 */
export function useHiddenChanges(
  store: BoardStore,
  shown: RefObject<{ readonly start: number; readonly end: number }>,
  refresh: (ids: 'all') => Promise<void>,
): void {
  useEffect(() => {
    let last: number | undefined;
    const look = async (): Promise<void> => {
      if (!store.isLimited || document.hidden || openMoment() !== undefined) return;
      const { start, end } = shown.current;
      const window = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
      const { change } = await api.get('/board', { query: { ...window, appointments: [NO_APPOINTMENT] } });
      if (last !== undefined && change !== last) await refresh('all');
      last = change;
    };
    const timer = setInterval(() => void look().catch(() => {}), POLL_MS);
    return () => clearInterval(timer);
  }, [store, shown, refresh]);
}
