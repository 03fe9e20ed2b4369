import { formatInstant } from '../../domain/time/zone.ts';
import type { Slot } from '../../engine/recommendation/search.ts';
import type { Place } from '../../engine/travel/estimate.ts';

export interface ShownSlot {
  readonly start: string;
  readonly end: string;
  readonly resourceNo: string;
  readonly resourceName: string;
  /** Kilometres from where the resource comes; 0 where that is not known. */
  readonly distance: number;
  readonly distanceKnown: boolean;
  readonly travelMinutes: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, { value: number; weight: number; share: number }>>;
  readonly token: string;
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** A slot as answers show it. */
export function shownSlot(
  zone: string,
  begins: number,
  ends: number,
  place: Place | undefined,
  { candidate, score, km, addedMinutes, parts }: Slot,
  token: string,
): ShownSlot {
  const isFrom = Number.isFinite(km);
  return {
    start: formatInstant(zone, begins),
    end: formatInstant(zone, ends),
    resourceNo: candidate.no,
    resourceName: candidate.name,
    distance: isFrom ? rounded(km, 1) : 0,
    distanceKnown: place !== undefined && isFrom,
    travelMinutes: isFrom ? Math.round(addedMinutes) : 0,
    score: rounded(score, 6),
    scores: Object.fromEntries(
      parts.map(({ key, value, weight }) => [
        key,
        {
          value: rounded(value, 6),
          weight: rounded(weight, 6),
          share: score > 0 ? rounded((value * weight) / score, 6) : 0,
        },
      ]),
    ),
    token,
  };
}
