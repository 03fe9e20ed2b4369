import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { type Change, follow } from '../live/follow.ts';
import { useSession } from '../session/session.ts';

interface Arrived {
  /** Number of records, including further imports. */
  readonly count: number;
  /** When the first record arrived. */
  readonly at: number;
}

/** Records that arrive through the API while the page is open. No record is missed once `isWatching` is true. */
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
    // Counts from the present state: a page that is opened later waits for new records.
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
