import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

interface ViewName {
  readonly code: string;
  readonly name: string;
  readonly isShared: boolean;
}

const BOARD = 0;

/** The saved views of the board that the user can apply, the own ones first. */
export const viewNamesQuery = queryOptions({
  queryKey: ['layouts', 'names'],
  staleTime: 300_000,
  queryFn: async (): Promise<ViewName[]> => {
    const [personal, shared] = await Promise.all([api.get('/personalLayout', {}), api.get('/layout', {})]);
    return [
      ...personal.layouts
        .filter(({ kind }) => kind === BOARD)
        .map(({ code, name }) => ({ code, name, isShared: false })),
      ...shared
        .filter(({ kind }) => (kind ?? BOARD) === BOARD)
        .map(({ code, name }) => ({ code, name: name || code, isShared: true })),
    ];
  },
});
