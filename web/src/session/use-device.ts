import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ownerOf } from '../offline/action.ts';
import { type Device, type DeviceState, deviceOf } from '../offline/device.ts';
import { registerWorker } from '../offline/register-worker.ts';
import { useSession } from './session.ts';

/** Queries that show what actions change. */
const SENT_TO: ReadonlySet<string> = new Set(['timesheet', 'myDay', 'attachments']);

/** The actions of this user on this device, and the queue for new ones. */
export function useDevice(): { device: Device; state: DeviceState } {
  const { tenant, user } = useSession();
  const queries = useQueryClient();
  const device = deviceOf(ownerOf(tenant.name, user.email));
  const state = useSyncExternalStore(
    (watcher) => device.watch(watcher),
    () => device.state,
  );
  useEffect(() => {
    registerWorker();
    device.whenSent(() => queries.invalidateQueries({ predicate: ({ queryKey }) => SENT_TO.has(String(queryKey[0])) }));
  }, [device, queries]);
  return { device, state };
}
