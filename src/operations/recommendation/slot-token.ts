import { createHash } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import type { Deps } from '../deps.ts';
import type { SlotRequest } from './slot-request.ts';

/** A slot that somebody may hold or book. */
export interface TokenSlot {
  readonly tenantId: number;
  readonly resourceId: number;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
}

interface Sealed extends TokenSlot {
  /** What was asked, so that the next best can be found when this one is gone. */
  readonly request: Omit<SlotRequest, 'weights'> & { readonly weights: readonly (readonly [string, number])[] | null };
}

/**
 * Tokens for the slots of one answer. What was asked is the same for all and is spelled once. Equal questions on equal data get equal
 * answers, their tokens too: a token holds no time and no chance.
 */
export function slotSealer(deps: Deps, { weights, ...rest }: SlotRequest): (slot: TokenSlot) => string {
  const asked: Sealed['request'] = { ...rest, weights: weights ? [...weights] : null };
  const request = JSON.stringify(asked);
  return (slot) => deps.sealer.seal(`${JSON.stringify(slot).slice(0, -1)},"request":${request}}`);
}

export function openSlot(deps: Deps, tenantId: number, token: string): { slot: TokenSlot; request: SlotRequest } {
  const sealed = unsealed(deps, token);
  // One tenant's tokens mean nothing to another.
  if (sealed?.tenantId !== tenantId) throw refuse('REQ014', 'token: is not the token of a slot.', 'token');
  const { request, ...slot } = sealed;
  const { weights, ...rest } = request;
  return { slot, request: { ...rest, weights: weights ? new Map(weights) : undefined } as SlotRequest };
}

function unsealed(deps: Deps, token: string): Sealed | undefined {
  try {
    const text = deps.sealer.open(token);
    // The same slot has one token: a spelling that decodes to the same is none.
    return deps.sealer.seal(text) === token ? (JSON.parse(text) as Sealed) : undefined;
  } catch {
    return undefined;
  }
}

/** What is stored of a token: it cannot be used again by who reads the table. */
export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
