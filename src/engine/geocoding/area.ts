import type { Gazetteer, Place } from '../../domain/geocoding.ts';
import { foldPlace } from '../../domain/place-name.ts';

/** A part of a country: a town of it, and how far from there its places are. */
export interface Area {
  readonly town: Place;
  readonly reachKm: number;
}

/** The largest place of a name. */
export function largestNamed(gazetteer: Gazetteer, name: string): Place | undefined {
  const [first, ...others] = gazetteer.byPlace(foldPlace(name));
  return first && others.reduce((most, place) => (place.population > most.population ? place : most), first);
}
