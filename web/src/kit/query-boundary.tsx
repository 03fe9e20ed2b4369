import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListState } from './list-state.tsx';

/** Shows the data of a query, a loader while it is pending, or the error with a retry button. */
export function QueryBoundary<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return <ListState isLoading error={query.error} empty="" onRetry={() => void query.refetch()} />;
}
