import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import { useNotify } from '../kit/use-notify.ts';
import { useSession } from '../session/session.ts';
import { changing } from './queries.ts';
import type { Slot, TaskKey } from './slot-request.ts';
import { readStored, writeStored } from './stored-value.ts';
import { useSlotTexts } from './texts.ts';

/** A held slot. Its end is in the time of this browser's clock, which may differ from the service's. */
export interface Held {
  readonly slot: Slot;
  /** What it was looked for; another task is not booked into it by chance. */
  readonly task: TaskKey | undefined;
  readonly endsAt: number;
}
/** A slot that was just taken, what it was wanted for, and the best remaining slots. */
export interface Lost {
  readonly wish: 'hold' | 'book';
  readonly others: readonly Slot[];
}
export interface Booked {
  readonly slot: Slot;
  readonly task: TaskKey;
  readonly actionId: string;
}

const HOLD_MINUTES = 15;

const isHeldList = (value: unknown): value is Held[] =>
  Array.isArray(value) && value.every((each) => typeof each?.slot?.token === 'string' && Number.isFinite(each.endsAt));

export function useSlotActions(task: TaskKey | undefined, onBooked: (task: TaskKey) => void) {
  const queries = useQueryClient();
  const notify = useNotify();
  const texts = useSlotTexts();
  const { tenant, user } = useSession();
  // For this tab only: holds do not carry over to other tabs.
  const key = `openslot-holds ${tenant.name} ${user.email}`;
  const [held, setHeld] = useState<readonly Held[]>(() =>
    (readStored(sessionStorage, key, isHeldList) ?? []).filter(({ endsAt }) => endsAt > Date.now()),
  );
  const [lost, setLost] = useState<Lost>();
  const [booked, setBooked] = useState<Booked>();
  const [busy, setBusy] = useState<string>();

  const holdOnly = (next: readonly Held[]): void => {
    setHeld(next);
    writeStored(sessionStorage, key, next);
  };
  const without = ({ token }: Slot): readonly Held[] => held.filter(({ slot }) => slot.token !== token);
  const lookAgain = (): Promise<unknown> =>
    Promise.all(changing.map((queryKey) => queries.invalidateQueries({ queryKey })));

  /** One thing at a time: a second click on a slot that is being booked is no second wish. */
  const act = async (token: string, work: () => Promise<void>, wish?: Lost['wish']): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(token);
    try {
      await work();
    } catch (error) {
      const isLost = wish !== undefined && error instanceof ApiError && error.failure.Code === 'APP019';
      if (isLost) setLost({ wish, others: error.failure.alternatives ?? [] });
      else notify.error(error);
    }
    setBusy(undefined);
    await lookAgain();
  };

  return {
    held,
    lost,
    booked,
    busy,
    hold: (slot: Slot) =>
      act(
        slot.token,
        async () => {
          await api.post('/recommendation/hold', { body: { token: slot.token, minutes: HOLD_MINUTES } });
          holdOnly([...without(slot), { slot, task, endsAt: Date.now() + HOLD_MINUTES * 60_000 }]);
          setLost(undefined);
        },
        'hold',
      ),
    release: (slot: Slot) =>
      act(slot.token, async () => {
        await api.delete('/recommendation/hold', { body: { token: slot.token } });
        holdOnly(without(slot));
        notify.success(texts.released);
      }),
    /** The time of a hold is up: the service has let it go by itself. */
    expire: (slot: Slot) => {
      holdOnly(without(slot));
      void lookAgain();
    },
    book: (slot: Slot, wanted = task) =>
      wanted &&
      act(
        slot.token,
        async () => {
          const actionId = newId();
          await api.post('/recommendation/book', { body: { token: slot.token, ...wanted }, actionId });
          holdOnly(without(slot));
          setLost(undefined);
          setBooked({ slot, task: wanted, actionId });
          onBooked(wanted);
        },
        'book',
      ),
    /** Takes the appointment back; `then` hears which task is open again. */
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

export type SlotActions = ReturnType<typeof useSlotActions>;
