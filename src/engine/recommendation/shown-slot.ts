import { formatInstant } from '../../domain/time/zone.ts';
import { MINUTE_MS } from '../availability/stretches.ts';
import type { Place } from '../travel/estimate.ts';
import type { Slot } from './search.ts';

export interface ShownSlot {
  readonly start: string;
  readonly end: string;
  readonly resourceNo: string;
  readonly resourceName: string;
  /** Kilometres from where the resource comes; 0 where that is not known. */
  readonly distance: number;
  readonly distanceKnown: boolean;
  /** Distance and travel time are computed from the straight line. */
  readonly estimated: boolean;
  readonly travelMinutes: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, { value: number; weight: number; share: number }>>;
  readonly token: string;
}

/** The slots of one answer, and what it takes to show them. */
export interface FoundSlots {
  readonly slots: readonly Slot[];
  /** One for each slot. */
  readonly tokens: readonly string[];
  readonly timeZone: string;
  readonly lengthMs: number;
  /** Where the work is. */
  readonly place: Place | undefined;
}

const toTenths = (value: number): number => Math.round(value * 10) / 10;
const toMillionths = (value: number): number => Math.round(value * 1e6) / 1e6;

/** How much of the score of a slot is due to one of its parts. */
export const shareOf = (value: number, weight: number, score: number): number =>
  score > 0 ? (value * weight) / score : 0;

/** How far away the resource of a slot is, in the numbers that are shown. */
export function distanceOf(
  { km, addedMinutes, isByRoad }: Slot,
  place: Place | undefined,
): Pick<ShownSlot, 'distance' | 'distanceKnown' | 'estimated' | 'travelMinutes'> {
  const isFrom = Number.isFinite(km);
  const distanceKnown = place !== undefined && isFrom;
  return {
    distance: isFrom ? toTenths(km) : 0,
    distanceKnown,
    estimated: distanceKnown && !isByRoad,
    travelMinutes: isFrom ? Math.round(addedMinutes) : 0,
  };
}

/** Spells the moments of one answer. Many slots start at the same ones: each is spelled once. */
export function momentSpeller(zone: string): (instant: number) => string {
  const spelled = new Map<number, string>();
  return (instant) => {
    const known = spelled.get(instant);
    if (known !== undefined) return known;
    const text = formatInstant(zone, instant);
    spelled.set(instant, text);
    return text;
  };
}

export function showSlots({ slots, tokens, timeZone, lengthMs, place }: FoundSlots): ShownSlot[] {
  const moment = momentSpeller(timeZone);
  return slots.map((slot, i) => {
    const { candidate, start, score, parts } = slot;
    const scores = parts.map(({ key, value, weight }) => [
      key,
      { value: toMillionths(value), weight: toMillionths(weight), share: toMillionths(shareOf(value, weight, score)) },
    ]);
    return {
      start: moment(start * MINUTE_MS),
      end: moment(start * MINUTE_MS + lengthMs),
      resourceNo: candidate.no,
      resourceName: candidate.name,
      ...distanceOf(slot, place),
      score: toMillionths(score),
      scores: Object.fromEntries(scores),
      token: tokens[i] as string,
    };
  });
}
