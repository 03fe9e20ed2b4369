import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { bodiesOf, isComplete, type SeriesAnswer, type SeriesForm } from './series-form.ts';

export interface Preview {
  readonly resource: string;
  readonly answer: SeriesAnswer | undefined;
  readonly error: unknown;
}

const PAUSE_MS = 400;

/** What the service would create, requested when the planner stops typing. Nothing is stored. */
export function usePreview(form: SeriesForm): { readonly previews: readonly Preview[]; readonly isSettled: boolean } {
  const [settled] = useDebouncedValue(form, PAUSE_MS);
  const bodies = isComplete(settled) ? bodiesOf(settled) : [];
  const queries = useQueries({
    queries: bodies.map((body) => ({
      queryKey: ['series-preview', body],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.post('/appointmentRecurring', { query: { dryRun: true }, body, signal }),
      staleTime: 10_000,
      gcTime: 60_000,
    })),
  });
  return {
    previews: bodies.map(({ resource }, i) => ({ resource, answer: queries[i]?.data, error: queries[i]?.error })),
    isSettled: settled === form && queries.every(({ isFetching }) => !isFetching),
  };
}
