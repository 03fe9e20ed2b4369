import { useCallback, useSyncExternalStore } from 'react';
import type { BoardStore } from './board-store.ts';
import { type BoardFilter, isFiltering } from './filter.ts';
import type { ResourceList } from './tables/use-resource-list.ts';

/** Whether the board shows rows, and if not, why. */
export type BoardState = 'rows' | 'filtered' | 'empty';

export function useBoardState(
  store: BoardStore,
  filter: BoardFilter,
  { isFiltered, arrange }: Pick<ResourceList, 'isFiltered' | 'arrange'>,
): BoardState {
  const state = useCallback((): BoardState => {
    if (store.data.resources.length === 0) return 'empty';
    if (!isFiltered && !isFiltering(filter)) return 'rows';
    return arrange(store.matching(filter)).resources.length === 0 ? 'filtered' : 'rows';
  }, [store, filter, isFiltered, arrange]);
  const listen = useCallback((listener: () => void) => store.listen(listener), [store]);
  return useSyncExternalStore(listen, state);
}
