import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { MINUTE_MS } from '../../engine/availability/stretches.ts';
import type { Sealer } from '../sealer.ts';
import type { SlotRequest } from './slot-request.ts';

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

const BLOCK = 16;

/**
 * Tokens of slots: nobody can read, change or make one, and equal questions on equal data get equal ones, for they hold no time and no chance.
 *
 * An answer has fifty slots that differ in a resource and a minute. So a token has two parts. What was asked is sealed once for all of them. The
 * slot is one block under AES, followed by its mark, a CBC-MAC of two blocks: the hidden slot, and a digest of the first part, so that the
 * parts of two tokens cannot be put together. A MAC over messages of one fixed length is what CBC-MAC is safe for. The point of it: all blocks
 * of an answer go through the cipher in three calls. To seal each token as a text of its own took longer than finding the slots.
 */
export class SlotTokens {
  readonly #sealer: Sealer;
  readonly #hide: Buffer;
  readonly #mark: Buffer;
  readonly #digest: Buffer;

  constructor(sealer: Sealer, secret: Uint8Array) {
    const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'openslot', use, 32));
    this.#sealer = sealer;
    this.#hide = derive('slot-hide');
    this.#mark = derive('slot-mark');
    this.#digest = derive('slot-digest');
  }

  /** One token for each slot. */
  seal(shared: Shared, slots: readonly FoundSlot[]): string[] {
    const asked = this.#sealer.seal(spelled(shared));
    const plain = Buffer.alloc(BLOCK * slots.length);
    for (const [i, { resourceId, minute }] of slots.entries()) {
      plain.writeDoubleBE(resourceId, BLOCK * i);
      plain.writeDoubleBE(minute, BLOCK * i + BLOCK / 2);
    }
    const hidden = enciphered(this.#hide, plain);
    const marks = this.#marksOf(asked, hidden);
    return slots.map((_, i) => {
      const [at, end] = [BLOCK * i, BLOCK * (i + 1)];
      return `${asked}.${hidden.toString('base64url', at, end)}${marks.toString('base64url', at, end)}`;
    });
  }

  /** One tenant's tokens mean nothing to another. */
  open(tenantId: number, token: string): { slot: TokenSlot; request: SlotRequest } {
    const opened = this.#opened(token);
    if (opened?.slot.tenantId !== tenantId) throw refuse('REQ014', 'token: is not the token of a slot.', 'token');
    return opened;
  }

  #opened(token: string): { slot: TokenSlot; request: SlotRequest } | undefined {
    const at = token.lastIndexOf('.');
    const asked = token.slice(0, at);
    const part = token.slice(at + 1);
    const [hidden, mark] = [part.slice(0, part.length / 2), part.slice(part.length / 2)].map((text) =>
      Buffer.from(text, 'base64url'),
    ) as [Buffer, Buffer];
    if (hidden.length !== BLOCK || mark.length !== BLOCK) return undefined;
    // The same slot has one token: a spelling that decodes to the same is none.
    if (`${hidden.toString('base64url')}${mark.toString('base64url')}` !== part) return undefined;
    if (!timingSafeEqual(this.#marksOf(asked, hidden), mark)) return undefined;
    const { tenantId, workMs, request } = read(this.#sealer.open(asked));
    const plain = createDecipheriv('aes-256-ecb', this.#hide, null).setAutoPadding(false).update(hidden);
    const start = plain.readDoubleBE(BLOCK / 2) * MINUTE_MS;
    return { slot: { tenantId, resourceId: plain.readDoubleBE(0), start, end: start + workMs }, request };
  }

  #marksOf(asked: string, hidden: Buffer): Buffer {
    const digest = createHmac('sha256', this.#digest).update(asked).digest();
    const chained = enciphered(this.#mark, hidden);
    for (let i = 0; i < chained.length; i++) chained[i] = (chained[i] as number) ^ (digest[i % BLOCK] as number);
    return enciphered(this.#mark, chained);
  }
}

/** Each block by itself: none occurs twice under a key unless the slot is the same. */
const enciphered = (key: Buffer, blocks: Buffer): Buffer =>
  createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(blocks);

const NOTHING_MORE = { requirements: [], certificates: [], among: [], preferred: [], excluded: [] };

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
