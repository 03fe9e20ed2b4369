import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { MINUTE_MS } from '../../engine/availability/stretches.ts';
import type { SlotRequest } from '../../engine/recommendation/slot-request.ts';
import type { Sealer } from '../../platform/sealer.ts';

/** A slot that somebody may hold or book. */
export interface TokenSlot {
  readonly tenantId: number;
  readonly resourceId: number;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
}

/** What the slots of an answer share. */
interface Shared {
  readonly tenantId: number;
  readonly workMs: number;
  /** What was asked, so that the next best can be found when this one is gone. */
  readonly request: SlotRequest;
}

export type FoundSlot = { readonly resourceId: number; readonly minute: number };

const MARK_BYTES = 16;

/**
 * Tokens of slots. They cannot be changed or forged, and equal requests on equal data get equal tokens, because they contain neither a time nor a
 * random number.
 *
 * A response has fifty slots that differ in a resource and a minute, so a token has three parts. The request is sealed once for all of them: sealing
 * each token separately took longer than finding the slots. The slot is two numbers, which the response shows anyway. The signature is an HMAC over
 * both, so that parts of different tokens cannot be combined.
 */
export class SlotTokens {
  readonly #sealer: Sealer;
  readonly #key: Buffer;
  /** Tokens made with it are still accepted. */
  readonly #previousKey: Buffer | undefined;

  constructor(sealer: Sealer, secret: Uint8Array, previous?: Uint8Array) {
    this.#sealer = sealer;
    this.#key = keyOf(secret);
    this.#previousKey = previous && keyOf(previous);
  }

  /** One token for each slot. */
  seal(shared: Shared, slots: readonly FoundSlot[]): string[] {
    const asked = this.#sealer.seal(spelled(shared));
    const digest = digestOf(asked);
    return slots.map(({ resourceId, minute }) => {
      const slot = `${resourceId.toString(36)}-${minute.toString(36)}`;
      return `${asked}.${slot}.${markOf(this.#key, digest, slot)}`;
    });
  }

  /** One tenant's tokens mean nothing to another. */
  open(tenantId: number, token: string): { slot: TokenSlot; request: SlotRequest } {
    const opened = this.#opened(token);
    if (opened?.slot.tenantId !== tenantId) throw refuse('REQ014', 'token: is not the token of a slot.', 'token');
    return opened;
  }

  #opened(token: string): { slot: TokenSlot; request: SlotRequest } | undefined {
    const [, asked, slot, resourceId, minute, mark] = /^(.+)\.(([\da-z]+)-([\da-z]+))\.([\w-]+)$/.exec(token) ?? [];
    if (!asked || !slot || !resourceId || !minute || !mark) return undefined;
    if (![this.#key, this.#previousKey].some((key) => key && isRight(key, asked, slot, mark))) return undefined;
    const { tenantId, workMs, request } = read(this.#sealer.open(asked));
    const start = Number.parseInt(minute, 36) * MINUTE_MS;
    return { slot: { tenantId, resourceId: Number.parseInt(resourceId, 36), start, end: start + workMs }, request };
  }
}

const keyOf = (secret: Uint8Array): Buffer => Buffer.from(hkdfSync('sha256', secret, 'openslot', 'slot-token', 32));

const markOf = (key: Buffer, asked: Buffer, slot: string): string =>
  createHmac('sha256', key).update(asked).update(slot).digest().toString('base64url', 0, MARK_BYTES);

function isRight(key: Buffer, asked: string, slot: string, mark: string): boolean {
  const right = Buffer.from(markOf(key, digestOf(asked), slot));
  const sent = Buffer.from(mark);
  return sent.length === right.length && timingSafeEqual(sent, right);
}

/** What a token leaves out, or did before the request had it. */
const NOTHING_MORE = { perResource: 5, requirements: [], certificates: [], among: [], preferred: [], excluded: [] };

/** Without what is empty: it is part of every token of an answer. */
function spelled({ tenantId, workMs, request }: Shared): string {
  const { weights, ...rest } = request;
  const asked = Object.entries(rest).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return JSON.stringify([tenantId, workMs, Object.fromEntries(asked), weights ? [...weights] : null]);
}

function read(text: string): Shared {
  const [tenantId, workMs, asked, weights] = JSON.parse(text) as [
    number,
    number,
    SlotRequest,
    [string, number][] | null,
  ];
  return {
    tenantId,
    workMs,
    request: { ...NOTHING_MORE, ...asked, weights: weights ? new Map(weights) : undefined },
  };
}

/** What is stored of a token: it cannot be used again by who reads the table. */
export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface HasSlotTokens {
  readonly slotTokens: SlotTokens;
}
