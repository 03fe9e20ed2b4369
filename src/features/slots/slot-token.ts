import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { MINUTE_MS } from '../../engine/availability/stretches.ts';
import type { SlotRequest } from '../../engine/recommendation/slot-request.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { cmacOfBlocks } from './cmac.ts';

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
 * each token separately took longer than finding the slots. The slot is two numbers, which the response shows anyway. The mark is a MAC over the
 * slot, with a key that follows from the sealed request, so that parts of different tokens cannot be combined. All marks of a response are made at once.
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
    const marks = marksOf(this.#key, asked, slots);
    return slots.map(
      (slot, i) => `${asked}.${nameOf(slot)}.${marks.toString('base64url', i * MARK_BYTES, (i + 1) * MARK_BYTES)}`,
    );
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
    const found = { resourceId: Number.parseInt(resourceId, 36), minute: Number.parseInt(minute, 36) };
    // A slot has one name: a token with a zero in front of a number would be another one of the same slot.
    if (nameOf(found) !== slot) return undefined;
    if (![this.#key, this.#previousKey].some((key) => key && isRight(key, asked, found, mark))) return undefined;
    const { tenantId, workMs, request } = read(this.#sealer.open(asked));
    const start = found.minute * MINUTE_MS;
    return { slot: { tenantId, resourceId: found.resourceId, start, end: start + workMs }, request };
  }
}

const keyOf = (secret: Uint8Array): Buffer => Buffer.from(hkdfSync('sha256', secret, 'openslot', 'slot-token', 32));

const nameOf = ({ resourceId, minute }: FoundSlot): string => `${resourceId.toString(36)}-${minute.toString(36)}`;

/** The marks of some slots, one after the other. */
function marksOf(key: Buffer, asked: string, slots: readonly FoundSlot[]): Buffer {
  const blocks = Buffer.allocUnsafe(slots.length * MARK_BYTES);
  for (const [i, { resourceId, minute }] of slots.entries()) {
    blocks.writeDoubleBE(resourceId, i * MARK_BYTES);
    blocks.writeDoubleBE(minute, i * MARK_BYTES + 8);
  }
  return cmacOfBlocks(createHmac('sha256', key).update(asked).digest(), blocks);
}

function isRight(key: Buffer, asked: string, slot: FoundSlot, mark: string): boolean {
  const sent = Buffer.from(mark);
  const right = [marksOf(key, asked, [slot]).toString('base64url'), earlierMark(key, asked, slot)];
  return right
    .map((each) => Buffer.from(each))
    .some((each) => each.length === sent.length && timingSafeEqual(sent, each));
}

/** The mark of tokens that were given out before all marks of a response were made at once. */
const earlierMark = (key: Buffer, asked: string, slot: FoundSlot): string =>
  createHmac('sha256', key).update(digestOf(asked)).update(nameOf(slot)).digest().toString('base64url', 0, MARK_BYTES);

/** What a token leaves out, or did before the request had it. It is part of every token of a response. */
const NOTHING_MORE = {
  perResource: 5,
  requirements: [],
  certificates: [],
  among: [],
  preferred: [],
  excluded: [],
  fromHome: false,
  grid: 15,
  limit: 50,
} as const;

function spelled({ tenantId, workMs, request }: Shared): string {
  const { weights, waived, ...rest } = request;
  const usual: Readonly<Record<string, unknown>> = NOTHING_MORE;
  const asked = Object.entries(Object.assign(rest, { waived: waivesNothing(waived) ? undefined : waived })).filter(
    ([name, value]) => !(Array.isArray(value) ? value.length === 0 : value === usual[name]),
  );
  return JSON.stringify([tenantId, workMs, Object.fromEntries(asked), weights ? [...weights] : null]);
}

const waivesNothing = (waived: SlotRequest['waived']): boolean =>
  Object.values(waived ?? {}).every((each) => each === false || (Array.isArray(each) && each.length === 0));

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
