import type { Reason } from './fitness.ts';
import type { Candidate } from './question.ts';
import type { Answer } from './search.ts';
import type { ShownSlot } from './shown-slot.ts';

export interface Recommendation {
  readonly slots: readonly ShownSlot[];
  readonly totalSlots: number;
  readonly resourceCount: number;
  /** For `options.cursor` of the next page; null where there is none. */
  readonly nextCursor: string | null;
  readonly rejected: Answer['rejected'];
  readonly relaxations: readonly { change: string; detail: string; value: string | number; slots: number }[];
  readonly warnings: readonly string[];
  readonly timeZone: string;
  readonly location: { latitude: number; longitude: number; source: string } | null;
}

/** How a resource begins an entry; kept as long as the resource is as it is. */
const beginnings = new WeakMap<Candidate, string>();

function beginningOf(candidate: Candidate): string {
  const known = beginnings.get(candidate);
  if (known !== undefined) return known;
  const { no, name } = candidate;
  const text = `{"resourceNo":${JSON.stringify(no)},"resourceName":${JSON.stringify(name)},`;
  beginnings.set(candidate, text);
  return text;
}

/**
 * An answer as JSON. Of a thousand resources nine hundred may have no slot, and most of those for one of a few reasons: their entries are put
 * together from pieces, for a fifth of what it costs to make objects and have them spelled.
 */
export function spellAnswer({ rejected, ...rest }: Recommendation): string {
  const ends = new Map<Reason, string>();
  const endOf = (reason: Reason): string => {
    const { rule, detail, value, estimated } = reason;
    const known = ends.get(reason) ?? JSON.stringify({ rule, detail, value, estimated }).slice(1);
    ends.set(reason, known);
    return known;
  };
  let entries = '';
  for (const { candidate, reason } of rejected)
    entries += (entries === '' ? '' : ',') + beginningOf(candidate) + endOf(reason);
  return `${JSON.stringify(rest).slice(0, -1)},"rejected":[${entries}]}`;
}
