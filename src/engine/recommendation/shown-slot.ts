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

const toTenths = (value: number): number => Math.round(value * 10) / 10;
const toMillionths = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Shows the slots of one answer. Many start at the same moments: each is spelled once. */
export function slotShower(
  zone: string,
  lengthMs: number,
  place: Place | undefined,
): (slot: Slot, token: string) => ShownSlot {
  const spelled = new Map<number, string>();
  const moment = (instant: number): string => {
    const text = spelled.get(instant) ?? formatInstant(zone, instant);
    spelled.set(instant, text);
    return text;
  };
  return ({ candidate, start, score, km, addedMinutes, isByRoad, parts }, token) => {
    const isFrom = Number.isFinite(km);
    const distanceKnown = place !== undefined && isFrom;
    const scores: Record<string, { value: number; weight: number; share: number }> = {};
    for (const { key, value, weight } of parts)
      scores[key] = {
        value: toMillionths(value),
        weight: toMillionths(weight),
        share: score > 0 ? toMillionths((value * weight) / score) : 0,
      };
    return {
      start: moment(start * MINUTE_MS),
      end: moment(start * MINUTE_MS + lengthMs),
      resourceNo: candidate.no,
      resourceName: candidate.name,
      distance: isFrom ? toTenths(km) : 0,
      distanceKnown,
      estimated: distanceKnown && !isByRoad,
      travelMinutes: isFrom ? Math.round(addedMinutes) : 0,
      score: toMillionths(score),
      scores,
      token,
    };
  };
}
