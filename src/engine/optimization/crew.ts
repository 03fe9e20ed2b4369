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

/** The resources of a run by their ids: when they work, and what they can do. */
export interface Crew {
  readonly clocks: ReadonlyMap<number, ResourceClock>;
  readonly qualities: ReadonlyMap<number, Qualities>;
  readonly capacities: readonly DayCapacity[];
}
