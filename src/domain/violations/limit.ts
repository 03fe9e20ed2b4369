import { DAY_MS } from '../time/day.ts';
import { END_OF_DAYS, firstInstantAt, localOfInstant } from '../time/zone.ts';

/**
 * The moment at which something "until" a moment is over. Back offices send many limits as dates, which become midnight in the tenant's
 * zone: who says "until 5 June" means that day as well.
 */
export function endOfLimit(limit: number, zone: string): number {
  if (limit >= END_OF_DAYS) return Number.POSITIVE_INFINITY;
  const local = localOfInstant(zone, limit);
  return local % DAY_MS === 0 ? firstInstantAt(zone, limit, local + DAY_MS) : limit;
}
