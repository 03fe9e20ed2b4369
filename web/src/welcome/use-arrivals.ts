import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { type Change, follow } from '../live/follow.ts';
import { useSession } from '../session/session.ts';

interface Arrived {
  /** Records, those of further imports included. */
  readonly count: number;
  /** When the first one came. */
  readonly at: number;
}

/** Records that come in by the API while the page is open; `isWatching` from when on nothing is missed. */
export function useArrivals(): { readonly isWatching: boolean; readonly arrived: Arrived | undefined } {
  const { tenant } = useSession();
  const [isWatching, setWatching] = useState(false);
  const [arrived, setArrived] = useState<Arrived>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const take = (changes: readonly Change[]): void => {
      const count = changes.filter(({ origin }) => origin === 'import' || origin === 'rest').length;
      if (count > 0) setArrived((last) => ({ count: (last?.count ?? 0) + count, at: last?.at ?? Date.now() }));
    };
    // From what is there now: a page that is opened later waits for something new.
    api.get('/changes', { query: { limit: 1 }, signal }).then(
      ({ last }) => {
        follow({ after: last, signal, tenant: tenant.name, changes: take, reset() {}, state() {} });
        setWatching(true);
      },
      () => {},
    );
    return () => leaving.abort();
  }, [tenant.name]);
  return { isWatching, arrived };
}
