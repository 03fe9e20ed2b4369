import { errorDetail, Refusal } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { type ShownSlot, showSlots } from '../../engine/recommendation/shown-slot.ts';
import type { SlotRequest } from '../../engine/recommendation/slot-request.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import { requireQuota } from '../../platform/require-quota.ts';
import type { Viewer } from '../../records/reading/visibility.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { dropHold, holdQuota, isTaken, keepHold, lockSlots, sweepHolds } from '../planning/hold-store.ts';
import type { SlotDeps } from './recommend.ts';
import { recommendFor } from './recommend.ts';
import type { HasSlotTokens } from './slot-token.ts';
import { digestOf, type TokenSlot } from './slot-token.ts';

const ALTERNATIVES = 5;

export interface ShownHold {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly expiresAt: string;
}

/** POST /recommendation/hold: nobody else gets the slot for some minutes. Held again, it is held longer. */
export async function holdSlot(
  deps: SlotDeps & HasQuotas,
  caller: Caller,
  { token, minutes }: { readonly token: string; readonly minutes: number },
  signal: AbortSignal,
  guard?: Guard<ShownHold>,
): Promise<ShownHold> {
  const { slot, request } = deps.slotTokens.open(caller.tenantId, token);
  return orAlternatives(deps, caller, request, signal, async () => {
    const held = await guardedly(deps, caller, guard, async (tx) => {
      await claimSlot(tx, deps, caller, slot, token);
      const expiresAt = new Date(deps.now().getTime() + minutes * 60_000);
      const hold = await keepHold(tx, caller.tenantId, slot, {
        digest: digestOf(token),
        expiresAt,
        actor: caller.actor,
      });
      await requireQuota(deps, tx, caller, 'hold', holdQuota);
      return {
        id: hold.id,
        start: formatInstant(request.timeZone, slot.start),
        end: formatInstant(request.timeZone, slot.end),
        expiresAt: formatInstant(request.timeZone, hold.expiresAt),
      };
    });
    // The slot is held already: that others were not swept changes nothing about it.
    await sweepHolds(deps.db, deps.now()).catch(() => {});
    return held;
  });
}

/** DELETE /recommendation/hold: lets the slot go. What is not held is let go already. */
export async function releaseSlot(
  deps: HasDatabase & HasSlotTokens,
  caller: Caller,
  token: string,
): Promise<{ released: boolean }> {
  deps.slotTokens.open(caller.tenantId, token);
  return { released: await dropHold(deps.db, caller.tenantId, digestOf(token)) };
}

/** From here to the end of the transaction the slot is the caller's, or it is refused. */
export async function claimSlot(
  tx: Transaction,
  deps: HasClock,
  caller: Viewer,
  slot: TokenSlot,
  token: string,
): Promise<void> {
  if (slot.start < deps.now().getTime()) throw new SlotGone('The slot has begun already.');
  await lockSlots(tx, slot.tenantId, slot.resourceId);
  if (await isTaken(tx, caller, slot, digestOf(token), deps.now())) throw new SlotGone('The slot is gone.');
}

/** Leaves a transaction whose slot somebody else has. */
class SlotGone extends Error {}

/** A slot that is gone is refused together with other slots. */
export async function orAlternatives<T>(
  deps: SlotDeps,
  caller: Caller,
  request: SlotRequest,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SlotGone)) throw error;
    const { totalSlots, slots } = await alternativesTo(deps, caller, request, signal);
    throw new Refusal(
      errorDetail('APP019', `${error.message} ${totalSlots} others fit; the best are in alternatives.`, undefined, {
        count: totalSlots,
      }),
      { extra: { alternatives: slots } },
    );
  }
}

/** None where the request cannot be repeated: the task or a resource may be gone too. */
async function alternativesTo(
  deps: SlotDeps,
  caller: Caller,
  request: SlotRequest,
  signal: AbortSignal,
): Promise<{ totalSlots: number; slots: readonly ShownSlot[] }> {
  try {
    const few = { ...request, limit: ALTERNATIVES };
    return await recommendFor(deps, caller, few, { gone: signal }, ({ totalSlots, found }) => ({
      totalSlots,
      slots: showSlots(found),
    }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { totalSlots: 0, slots: [] };
  }
}
