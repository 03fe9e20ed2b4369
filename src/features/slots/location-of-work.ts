import { countryOf } from '../../domain/countries.ts';
import { refuse } from '../../domain/errors.ts';
import type { SlotRequest, TaskToPlan } from '../../engine/recommendation/slot-request.ts';
import type { Place } from '../../engine/travel/estimate.ts';
import { geocode } from '../geocoding/geocode.ts';
import type { GeocodeDeps } from '../geocoding/geocoding.ts';

interface Placed {
  readonly place: Place | undefined;
  readonly source: string | undefined;
  readonly warnings: readonly string[];
}

/** Where the work is: as sent, else where the job of the task is. */
export async function locationOfWork(
  deps: GeocodeDeps,
  { location, maxKm }: SlotRequest,
  task: Pick<TaskToPlan, 'lat' | 'lon'> | undefined,
  client: { readonly gone: AbortSignal },
): Promise<Placed> {
  if (location && 'lat' in location) return { place: location, source: 'request', warnings: [] };
  if (!location) {
    if (task?.lat == null || task.lon == null) return { place: undefined, source: undefined, warnings: [] };
    return { place: { lat: task.lat, lon: task.lon }, source: 'job', warnings: [] };
  }
  const { address = '', country: named } = location;
  const country = named === undefined ? undefined : countryOf(named);
  if (named !== undefined && country === undefined)
    throw refuse('REQ014', `location.country: ${named.slice(0, 60)} is not a country.`, 'location.country');
  const { located } = await geocode(deps, { address, country }, client.gone);
  if (located)
    return { place: { lat: located.latitude, lon: located.longitude }, source: located.source, warnings: [] };
  // A limit in kilometres from nowhere could only be kept or broken by chance.
  if (maxKm !== undefined)
    throw refuse(
      'REQ021',
      `location: ${address.slice(0, 100)} cannot be found, so maxDistanceKm means nothing.`,
      'location',
    );
  return {
    place: undefined,
    source: undefined,
    warnings: [`The location ${address.slice(0, 100)} cannot be found: distance and travel do not count.`],
  };
}
