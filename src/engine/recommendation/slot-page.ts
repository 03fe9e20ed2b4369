import type { Round } from './spread.ts';

/** A slot as a cursor names it. */
interface NamedSlot {
  readonly resourceId: number;
  readonly start: number;
}

/**
 * A page of the ranking. Slots are ranked by the estimate. Where roads are known, a longer stretch of that ranking is put in order again by road and
 * spread over the resources again, and pages are parts of the stretch.
 */
export interface SlotPage {
  readonly round: number;
  /** Slots of the round before the stretch. */
  readonly seen: number;
  /** The last of them. */
  readonly after: (NamedSlot & { readonly order: number }) | undefined;
  /** Slots of the stretch that earlier pages had, and the last of them. */
  readonly offset: number;
  readonly last: NamedSlot | undefined;
}

export const FIRST_PAGE: SlotPage = { round: 0, seen: 0, after: undefined, offset: 0, last: undefined };

interface PlacedSlot {
  readonly candidate: { readonly id: number };
  readonly start: number;
  readonly order: number;
}

/** A stretch in the order in which it is shown. Pages end where the slots of a resource would become too many. */
export interface Stretch<T extends PlacedSlot = PlacedSlot> {
  readonly slots: readonly T[];
  readonly ends: readonly number[];
}

/** The best `perResource` slots of every resource, then the next ones. `slots` are in order. */
export function spreadOut<T extends PlacedSlot>(slots: readonly T[], perResource: number): Stretch<T> {
  const counts = new Map<number, number>();
  const rounds: T[][] = [];
  for (const slot of slots) {
    const count = counts.get(slot.candidate.id) ?? 0;
    counts.set(slot.candidate.id, count + 1);
    const round = Math.floor(count / perResource);
    rounds[round] ??= [];
    rounds[round].push(slot);
  }
  let end = 0;
  return { slots: rounds.flat(), ends: rounds.map(({ length }) => (end += length)) };
}

/** The part of a stretch that a page shows ends here. */
export function endOf({ offset }: SlotPage, { slots, ends }: Stretch, limit: number): number {
  return Math.min(offset + limit, ends.find((end) => end > offset) ?? slots.length);
}

interface Given {
  readonly limit: number;
  /** The stretch as it is ranked by the estimate. */
  readonly ranked: readonly PlacedSlot[];
  /** The same stretch as it is shown, without what roads rule out. */
  readonly shown: Stretch;
  readonly round: Round;
}

/** The page after this one; undefined after the last. */
export function nextPage(page: SlotPage, { limit, ranked, shown, round }: Given): SlotPage | undefined {
  if (limit === 0) return undefined;
  const end = endOf(page, shown, limit);
  if (end < shown.slots.length) return { ...page, offset: end, last: nameOf(shown.slots[end - 1]) };
  const seen = page.seen + ranked.length;
  const last = ranked.at(-1);
  if (last && seen < round.size)
    return { ...FIRST_PAGE, round: page.round, seen, after: { order: last.order, ...named(last) } };
  return round.isLast ? undefined : { ...FIRST_PAGE, round: page.round + 1 };
}

/** Whether the stretch is still in the order that the page before saw. */
export function continues({ offset, last }: SlotPage, { slots }: Stretch): boolean {
  if (!last) return true;
  const now = nameOf(slots[offset - 1]);
  return now !== undefined && now.resourceId === last.resourceId && now.start === last.start;
}

const named = ({ candidate, start }: PlacedSlot): NamedSlot => ({ resourceId: candidate.id, start });
const nameOf = (slot: PlacedSlot | undefined): NamedSlot | undefined => slot && named(slot);
