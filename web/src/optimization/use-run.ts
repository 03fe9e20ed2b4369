import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { follow, type RunEvent } from '../live/follow.ts';
import { isActive, type Run } from '../proposal/run.ts';
import { runQuery } from '../proposal/run-query.ts';
import { useSession } from '../session/session.ts';

/** How often the run is read: rarely while the event stream works, often without it. */
const BESIDE_STREAM_MS = 5000;
const WITHOUT_STREAM_MS = 1500;

/** A run and its progress. `after`: the newest known change, where the shared stream continues. */
export function useRun(id: number, after: number | undefined): UseQueryResult<Run> {
  const queries = useQueryClient();
  const { tenant } = useSession();
  const [isLive, setLive] = useState(false);
  const query = useQuery({
    ...runQuery(id),
    refetchInterval: ({ state }) =>
      state.data && isActive(state.data) ? (isLive ? BESIDE_STREAM_MS : WITHOUT_STREAM_MS) : false,
  });
  const goesOn = query.data !== undefined && isActive(query.data);
  useEffect(() => {
    if (!goesOn || after === undefined) return;
    const ended = new AbortController();
    const { queryKey } = runQuery(id);
    follow({
      after,
      tenant: tenant.name,
      signal: ended.signal,
      state: setLive,
      runs: (news) => {
        if (news.id !== id) return;
        if (isActive(news)) queries.setQueryData<Run>(queryKey, (run) => run && withNews(run, news));
        else void queries.invalidateQueries({ queryKey });
      },
    });
    return () => ended.abort();
  }, [goesOn, after, id, tenant.name, queries]);
  return query;
}

/** Events report the best cost so far; its history is collected here until the run is read again. */
function withNews(run: Run, { status, progress }: RunEvent): Run {
  const last = run.history.at(-1);
  if (!progress || (last && progress.seconds <= last.seconds)) return { ...run, status };
  const { seconds, objective } = progress;
  const history = last && objective >= last.objective ? run.history : [...run.history, { seconds, objective }];
  return { ...run, status, progress, history };
}
