import type { ResourceClock } from '../../domain/time/planned-time.ts';

interface Qualities {
  /** Folded filter values, as group and value. */
  readonly skills: readonly (readonly [group: string, value: string])[] | null;
  /** Folded numbers, with the epoch ms until which they are valid. */
  readonly certificates: readonly (readonly [no: string, validUntil: number | null])[] | null;
}

/** The capacity that was set for a resource and a date. */
export interface DayCapacity {
  readonly resourceId: number;
  readonly date: string;
  readonly capacityInSeconds: number | null;
  /** Decimals as text. */
  readonly quantity: string | null;
  readonly unitOfMeasureConversion: string | null;
}

/** How much of a named load a resource carries at once. */
export interface LoadCapacity {
  readonly resourceId: number;
  readonly name: string;
  /** A decimal as text. */
  readonly quantity: string;
}

/** A break whose time is open within a window of the wall clock. */
export interface FloatingBreak {
  readonly resourceId: number;
  readonly name: string;
  readonly durationInSeconds: number;
  readonly earliestStart: string;
  readonly latestEnd: string;
}

/** Where a resource fills up its load capacities on the way; without a location at home. */
export interface RefillPlace {
  readonly resourceId: number;
  readonly durationInSeconds: number;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly timesPerDay: number;
}

/** The resources of a run by their ids: when they work, and what they can do. */
export interface Crew {
  readonly clocks: ReadonlyMap<number, ResourceClock>;
  readonly qualities: ReadonlyMap<number, Qualities>;
  readonly capacities: readonly DayCapacity[];
  readonly loadCapacities: readonly LoadCapacity[];
  readonly breaks: readonly FloatingBreak[];
  readonly refills: readonly RefillPlace[];
}
