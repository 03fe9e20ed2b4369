import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import type { BoardStore } from '../board-store.ts';

const KEY = 'conflicts';

export interface ConflictWindow {
  readonly start: number;
  readonly end: number;
}

/** The conflicts of a window, accepted ones included. */
const conflictsQuery = ({ start, end }: ConflictWindow) =>
  queryOptions({
    queryKey: [KEY, start, end],
    queryFn: () =>
      api.get('/violations', {
        query: { start: new Date(start).toISOString(), end: new Date(end).toISOString(), limit: 2000 },
      }),
  });

export const conflictsKey = [KEY];

/** The conflicts of the window. The board is read again after every change, and its conflicts with it. */
export function useConflicts({ violations }: BoardStore, window: ConflictWindow) {
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list follows the board
  useEffect(() => void queries.invalidateQueries({ queryKey: conflictsKey }), [violations, queries]);
  return useQuery(conflictsQuery(window));
}

export const fixesOf = (id: string) => api.get('/violations/{id}/fixes', { path: { id } });
export type Fix = Awaited<ReturnType<typeof fixesOf>>['fixes'][number];
