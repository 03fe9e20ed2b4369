/** A place on earth in degrees; NaN where it is not known. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
}

export const nowhere: Place = { lat: Number.NaN, lon: Number.NaN };
export const isKnown = ({ lat, lon }: Place): boolean => !Number.isNaN(lat) && !Number.isNaN(lon);

const RADIANS = Math.PI / 180;
const EARTH_KM = 6371;

/** Straight distance in km. Flat within what anybody drives in a day: off by less than a percent at 500 km, and four times as fast. */
export function straightKm(lat1: number, lon1: number, lat2: number, lon2: number): number {
  let across = lon2 - lon1;
  if (across > 180) across -= 360;
  else if (across < -180) across += 360;
  const x = across * RADIANS * Math.cos((lat1 + lat2) * 0.5 * RADIANS);
  const y = (lat2 - lat1) * RADIANS;
  return Math.sqrt(x * x + y * y) * EARTH_KM;
}

/** Roads are longer than straight lines: 1.2 to 1.5 times where it was measured. */
const DETOUR = 1.3;

export const roadKm = (straight: number): number => straight * DETOUR;

/**
 * Minutes on the road. Short ways are town streets, long ones motorways: a speed per band, each band driven at its own, so that a longer
 * way is never quicker.
 */
export function roadMinutes(straight: number): number {
  const km = straight * DETOUR;
  if (km <= 5) return (km / 30) * 60;
  if (km <= 30) return 10 + ((km - 5) / 55) * 60;
  return 10 + (25 / 55) * 60 + ((km - 30) / 85) * 60;
}
