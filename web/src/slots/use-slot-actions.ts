import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import { useNotify } from '../kit/use-notify.ts';
import { changing } from './queries.ts';
import type { Slot, TaskKey } from './slot-request.ts';
import { useSlotTexts } from './texts.ts';
import { useHolds } from './use-holds.ts';

/** A slot that somebody else just took, the action that failed, and the best remaining slots. */
export interface Lost {
  readonly action: 'hold' | 'book';
  readonly others: readonly Slot[];
}
export interface Booked {
  readonly slot: Slot;
  readonly task: TaskKey;
  readonly actionId: string;
}

const HOLD_MINUTES = 15;

/** Holds, releases and books slots, and undoes the last booking. */
export function useSlotActions(task: TaskKey | undefined, onBooked: (task: TaskKey) => void) {
  const notify = useNotify();
  const texts = useSlotTexts();
  const holds = useHolds();
  const [lost, setLost] = useState<Lost>();
  const [booked, setBooked] = useState<Booked>();
  const searchAgain = useSearchAgain();
  const { busy, act } = useOneAtATime(searchAgain, setLost);

  return {
    held: holds.held,
    lost,
    booked,
    busy,
    hold: (slot: Slot) =>
      act(
        slot.token,
        async () => {
          await api.post('/recommendation/hold', { body: { token: slot.token, minutes: HOLD_MINUTES } });
          holds.add({ slot, task, endsAt: Date.now() + HOLD_MINUTES * 60_000 });
          setLost(undefined);
        },
        'hold',
      ),
    release: (slot: Slot) =>
      act(slot.token, async () => {
        await api.delete('/recommendation/hold', { body: { token: slot.token } });
        holds.remove(slot);
        notify.success(texts.released);
      }),
    /** The hold has expired: the service has released it already. */
    expire: (slot: Slot) => {
      holds.remove(slot);
      void searchAgain();
    },
    book: (slot: Slot, wanted = task) =>
      wanted &&
      act(
        slot.token,
        async () => {
          const actionId = newId();
          await api.post('/recommendation/book', { body: { token: slot.token, ...wanted }, actionId });
          holds.remove(slot);
          setLost(undefined);
          setBooked({ slot, task: wanted, actionId });
          onBooked(wanted);
        },
        'book',
      ),
    /** Undoes the booking; `then` gets the task that is open again. */
    undo: (then: (task: TaskKey) => void) =>
      booked &&
      act(booked.slot.token, async () => {
        await api.post('/changes/undo', { body: { requestId: booked.actionId } });
        setBooked(undefined);
        notify.success(texts.undone);
        then(booked.task);
      }),
    forget: () => {
      setLost(undefined);
      setBooked(undefined);
    },
  };
}

/** Refetches everything that a booking or a hold changes. */
function useSearchAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => Promise.all(changing.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** Runs one action at a time: a second click on a slot that is being booked does nothing. */
function useOneAtATime(afterwards: () => Promise<unknown>, onLost: (lost: Lost) => void) {
  const notify = useNotify();
  const [busy, setBusy] = useState<string>();
  const act = async (token: string, work: () => Promise<void>, action?: Lost['action']): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(token);
    try {
      await work();
    } catch (error) {
      const isLost = action !== undefined && error instanceof ApiError && error.failure.Code === 'APP019';
      if (isLost) onLost({ action, others: error.failure.alternatives ?? [] });
      else notify.error(error);
    }
    setBusy(undefined);
    await afterwards();
  };
  return { busy, act };
}

export type SlotActions = ReturnType<typeof useSlotActions>;
