import type { Spot, Town } from './types.ts';

/** Places with the same name that are further apart are different towns. */
const APART_DEGREES = 0.5;
const LONGEST_NAME = 30;

interface Addressed {
  readonly city: string | null;
  readonly place: Spot | null;
}

/** The towns of the addresses, at the centre of their pins; the largest first. */
export function townsOf(work: readonly Addressed[]): Town[] {
  const found = new Map<string, { -readonly [K in keyof Town]: Town[K] }>();
  for (const { city, place } of work) {
    const name = city?.trim().slice(0, LONGEST_NAME) ?? '';
    if (name === '' || !place) continue;
    const near = [place.latitude, place.longitude].map((degrees) => Math.round(degrees / APART_DEGREES));
    const key = [name.toLowerCase(), ...near].join(' ');
    const town = found.get(key) ?? { name, count: 0, latitude: 0, longitude: 0 };
    town.latitude += (place.latitude - town.latitude) / (town.count + 1);
    town.longitude += (place.longitude - town.longitude) / (town.count + 1);
    town.count++;
    found.set(key, town);
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
