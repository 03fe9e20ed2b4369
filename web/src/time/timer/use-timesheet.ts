import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addDays, mondayOf } from '../../dates/zone.ts';
import { ownerOf, type Task, type TaskKey, taskName } from '../../offline/action.ts';
import { type Days, type Merged, merge } from '../../offline/merge.ts';
import { readSheet } from '../../offline/read-sheet.ts';
import { useSession } from '../../session/session.ts';
import { useDevice } from '../../session/use-device.ts';

export const weekFrom = (date: string): Days => ({ start: mondayOf(date), end: addDays(mondayOf(date), 7) });

const sheetQuery = (owner: string, resourceNo: string, days: Days) =>
  queryOptions({
    queryKey: ['timesheet', owner, resourceNo, days.start],
    queryFn: () => readSheet(owner, resourceNo, days),
    // Offline it returns what this device has stored.
    networkMode: 'always',
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  });

/** The week of a resource: the service's data merged with the actions on this device. */
export function useTimesheet(resourceNo: string, days: Days) {
  const { tenant, user } = useSession();
  const { device, state } = useDevice();
  const query = useQuery(sheetQuery(ownerOf(tenant.name, user.email), resourceNo, days));
  const { data } = query;
  const merged: Merged | undefined = useMemo(
    () => (data ? merge(data.sheet, days, state.actions, state.sent) : undefined),
    [data, days, state.actions, state.sent],
  );
  const tasks = useMemo(
    () => new Map((data?.sheet.tasks ?? []).map((task): [string, Task] => [taskName(task), task])),
    [data],
  );
  return { query, merged, device, state, taskOf: (task: TaskKey): Task | undefined => tasks.get(taskName(task)) };
}
