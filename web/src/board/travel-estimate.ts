/**
 * The estimate of travel times that the service uses (src/engine/travel/estimate.ts), for checks while something is dragged. A test compares the
 * two. Where a router is set, the service may know better: its violations win as soon as the bar is dropped.
 */
export interface Site {
  readonly lat: number;
  readonly lon: number;
}

const RADIANS = Math.PI / 180;
const EARTH_KM = 6371;

/** Straight line in km, flat: off by less than a percent at 500 km. */
function straightKm(from: Site, to: Site): number {
  const difference = Math.abs(to.lon - from.lon);
  const across = Math.min(difference, 360 - difference) * RADIANS * Math.cos(((from.lat + to.lat) / 2) * RADIANS);
  return Math.hypot(across, (to.lat - from.lat) * RADIANS) * EARTH_KM;
}

const roadKm = (straight: number): number => straight * (1.2 + 4 / (20 + straight));

/** Town streets, country roads and motorways: km in each band, and minutes per km. */
const BANDS = [
  { km: 5, pace: 60 / 30 },
  { km: 25, pace: 60 / 55 },
  { km: Number.POSITIVE_INFINITY, pace: 60 / 85 },
] as const;

/** Minutes on the road between two locations. */
export function travelMinutes(from: Site, to: Site): number {
  let rest = roadKm(straightKm(from, to));
  let minutes = 0;
  for (const { km, pace } of BANDS) {
    minutes += Math.min(rest, km) * pace;
    rest = Math.max(0, rest - km);
  }
  return minutes;
}

export interface Visit {
  readonly start: number;
  readonly end: number;
  readonly site: Site | null;
}

const MINUTE_MS = 60_000;
/** A longer pause is a night. */
export const LONGEST_PAUSE_MS = 12 * 60 * MINUTE_MS;

/**
 * Minutes that are missing between two consecutive appointments of a resource (rule travelTooShort): 0 when the time is enough, a location is
 * unknown, the two overlap (that is another rule), or less than a minute is missing.
 */
export function missingTravelMinutes(earlier: Visit, later: Visit): number {
  const pause = later.start - earlier.end;
  if (!earlier.site || !later.site || pause < 0 || pause >= LONGEST_PAUSE_MS) return 0;
  const missing = travelMinutes(earlier.site, later.site) - pause / MINUTE_MS;
  return missing < 1 ? 0 : missing;
}
