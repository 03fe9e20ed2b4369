import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { newId } from '../api/new-id.ts';
import { type Day, ownerOf, type ReportedState, type Visit } from '../offline/action.ts';
import { mergeDay, type ShownDay } from '../offline/merge-day.ts';
import { type PlanChange, planChanges, withoutVisit } from '../offline/plan-changes.ts';
import { loadKnownDay, type ReadDay, readDay, saveKnownDay } from '../offline/read-day.ts';
import { useSession } from '../session/session.ts';
import { useDevice } from '../session/use-device.ts';
import { nameOf, taskOf } from './visit-name.ts';

interface KnownAndNow extends ReadDay {
  /** The plan as the worker knows it. */
  readonly known: Day;
}

async function readBoth(owner: string): Promise<KnownAndNow> {
  const read = await readDay(owner);
  const known = await loadKnownDay(owner);
  // A day that nobody has looked at yet, or of another week, is known as it is.
  const isUseful = known?.days.some(({ date }) => read.day.days.some((day) => day.date === date)) ?? false;
  if (!known || !isUseful) await saveKnownDay(owner, read.day);
  return { ...read, known: known && isUseful ? known : read.day };
}

const dayQuery = (owner: string) =>
  queryOptions({
    queryKey: ['myDay', owner],
    queryFn: () => readBoth(owner),
    // Offline it returns what this device has stored.
    networkMode: 'always',
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  });

/** The visits of today and tomorrow: the service's data merged with the actions on this device. */
export function useMyDay() {
  const { tenant, user } = useSession();
  const { device, state } = useDevice();
  const queries = useQueryClient();
  const owner = ownerOf(tenant.name, user.email);
  const options = dayQuery(owner);
  const query = useQuery(options);
  const { data } = query;
  const days: readonly ShownDay[] = useMemo(
    () => (data ? mergeDay(data.day, state.actions, state.sent) : []),
    [data, state.actions, state.sent],
  );
  const changes: readonly PlanChange[] = useMemo(() => (data ? planChanges(data.known, data.day) : []), [data]);
  const know = async (known: Day): Promise<void> => {
    await saveKnownDay(owner, known);
    queries.setQueryData<KnownAndNow>(options.queryKey, (now) => (now ? { ...now, known } : now));
  };
  return {
    ...{ query, days, changes, device, state },
    /** The worker has seen what changed. */
    acknowledge: (): void => void (data && know(data.day)),
    async report(visit: Visit, reported: ReportedState, reason?: string): Promise<void> {
      if (!data) return;
      if (reported === 'notPossible') await know(withoutVisit(data.known, visit.appointment.id));
      await device.act(data.day.resourceNo, {
        kind: 'visit',
        visit: nameOf(visit),
        task: taskOf(visit),
        state: reported,
        externalId: newId(),
        at: new Date().toISOString(),
        plannedStart: visit.appointment.start,
        ...(reason === undefined ? {} : { reason }),
      });
    },
  };
}

export type MyDay = ReturnType<typeof useMyDay>;
