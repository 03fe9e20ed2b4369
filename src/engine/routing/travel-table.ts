import { type Place, Ruler, roadKm, roadMinutes } from '../travel/estimate.ts';
import type { TravelTable } from './model.ts';

/** Travel times and distances between all places, as numbers that threads share. */
export interface TravelData {
  readonly places: number;
  /** From * places + to. */
  readonly seconds: Int32Array;
  readonly metres: Int32Array;
}

/** Whole minutes: appointments do not start at 9:43:17. */
export const inSeconds = (minutes: number): number => Math.ceil(minutes) * 60;
export const inMetres = (km: number): number => Math.round(km * 1000);

/** Locations whose travel times are computed on demand: few queries do not need the whole table. */
export interface SpotData {
  readonly spots: readonly Place[];
}

export const travelTable = (data: TravelData | SpotData): TravelTable =>
  'spots' in data ? estimated(data) : tabled(data);

function estimated({ spots }: SpotData): TravelTable {
  const rulers = spots.map((spot) => new Ruler(spot));
  const straight = (from: number, to: number): number => {
    const spot = spots[from];
    return spot && from !== to ? (rulers[to]?.straightKm(spot.lat, spot.lon) ?? 0) : 0;
  };
  return {
    places: spots.length,
    seconds: (from, to) => inSeconds(roadMinutes(straight(from, to))),
    metres: (from, to) => inMetres(roadKm(straight(from, to))),
  };
}

const tabled = ({ places, seconds, metres }: TravelData): TravelTable => ({
  places,
  seconds: (from, to) => seconds[from * places + to] ?? 0,
  metres: (from, to) => metres[from * places + to] ?? 0,
});
