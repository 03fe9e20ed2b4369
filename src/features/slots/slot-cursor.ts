import { createHash } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import type { SlotPage } from '../../engine/recommendation/slot-page.ts';
import type { SlotRequest } from '../../engine/recommendation/slot-request.ts';
import type { Sealer } from '../../platform/sealer.ts';

/** Where a further page goes on. */
export interface Continuation {
  readonly page: SlotPage;
  /** When the first page was made, epoch ms: slots are weighed by how soon they are after it. */
  readonly asOf: number;
  /** Of the plan and the question as they were at the first page. */
  readonly fingerprint: string;
}

/** Longer than anybody turns pages, and shorter than the planning index keeps the past. */
const VALID_MS = DAY_MS;

/** Sealed, so that nobody sends one that makes the search do more than its pages did. */
export const sealCursor = (
  sealer: Sealer,
  tenantId: number,
  request: SlotRequest,
  { page, asOf, fingerprint }: Continuation,
): string => sealer.seal(JSON.stringify(['slots', tenantId, digestOf(request), asOf, fingerprint, page]));

export function openCursor(
  sealer: Sealer,
  tenantId: number,
  request: SlotRequest,
  cursor: string,
  now: number,
): Continuation {
  const [kind, tenant, digest, asOf, fingerprint, page] = contentOf(sealer, cursor);
  if (kind !== 'slots' || tenant !== tenantId) throw refused('is not a cursor of this service.');
  if (digest !== digestOf(request))
    throw refused('belongs to another request. Send it with the request whose response it is from.');
  if (now - (asOf as number) > VALID_MS || now < (asOf as number))
    throw refused('has expired. Repeat the request without it.');
  return { page: page as SlotPage, asOf: asOf as number, fingerprint: fingerprint as string };
}

const refused = (message: string) => refuse('REQ014', `options.cursor: ${message}`, 'options.cursor');

function contentOf(sealer: Sealer, cursor: string): unknown[] {
  try {
    const content: unknown = JSON.parse(sealer.open(cursor));
    return Array.isArray(content) ? content : [];
  } catch {
    return [];
  }
}

/** Sets and maps as lists: JSON has neither. Those within are few; a look at every value would take longer than spelling all of them. */
const listed = (value: object): object => {
  const own = Object.entries(value).map(([name, each]) => [
    name,
    each instanceof Set || each instanceof Map ? [...each] : each,
  ]);
  return Object.fromEntries(own);
};

export const digestOf = (value: object, ...more: readonly number[]): string =>
  createHash('sha256')
    .update(JSON.stringify([listed(value), ...more]))
    .digest()
    .toString('base64url', 0, 12);
