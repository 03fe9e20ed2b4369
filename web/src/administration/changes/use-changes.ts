import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Paths, Schemas } from '../../api/schema.ts';

export type Change = Schemas['Change'];
export interface ChangeFilter {
  readonly entity?: string;
  readonly key?: string;
  readonly actor?: string;
  readonly from?: string;
  readonly to?: string;
  readonly requestId?: string;
}

const SIZE = 100;
const NEWEST = Number.MAX_SAFE_INTEGER;
type Page = Paths['/changes']['get']['answer'];

/** Matching changes, newest first; older ones on request. */
export function useChanges(filter: ChangeFilter) {
  return useInfiniteQuery({
    queryKey: ['changes-back', filter],
    queryFn: ({ pageParam }): Promise<Page> =>
      api.get('/changes', {
        query: { order: 'desc', limit: SIZE, ...filter, ...(pageParam === NEWEST ? {} : { before: pageParam }) },
      }),
    placeholderData: keepPreviousData,
    initialPageParam: NEWEST,
    getNextPageParam: ({ next }) => (next > 0 ? next : undefined),
  });
}
