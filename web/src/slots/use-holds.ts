import { useState } from 'react';
import { useSession } from '../session/session.ts';
import type { Slot, TaskKey } from './slot-request.ts';
import { readStored, writeStored } from './stored-value.ts';

/** A held slot. Its end is in the time of this browser's clock, which may differ from the service's. */
export interface Held {
  readonly slot: Slot;
  /** The task of the search, so that another task is not booked into it by mistake. */
  readonly task: TaskKey | undefined;
  readonly endsAt: number;
}

const isHeldList = (value: unknown): value is Held[] =>
  Array.isArray(value) && value.every((each) => typeof each?.slot?.token === 'string' && Number.isFinite(each.endsAt));

/** The slots that this tab holds. They survive a reload; other tabs do not see them. */
export function useHolds() {
  const { tenant, user } = useSession();
  const key = `openslot-holds ${tenant.name} ${user.email}`;
  const [held, setHeld] = useState<readonly Held[]>(() =>
    (readStored(sessionStorage, key, isHeldList) ?? []).filter(({ endsAt }) => endsAt > Date.now()),
  );
  const set = (next: readonly Held[]): void => {
    setHeld(next);
    writeStored(sessionStorage, key, next);
  };
  const without = ({ token }: Slot): readonly Held[] => held.filter(({ slot }) => slot.token !== token);
  return {
    held,
    add: (hold: Held): void => set([...without(hold.slot), hold]),
    remove: (slot: Slot): void => set(without(slot)),
  };
}
