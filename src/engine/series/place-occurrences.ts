import type { Interval } from '../../domain/time/interval.ts';
import { meetings } from './meetings.ts';
import type { Occurrence, SeriesRequest } from './model.ts';

/** What takes the time of the resource of a series. */
export interface TakenTime<Booked> {
  readonly bookings: readonly Booked[];
  readonly holds: readonly Interval[];
  /** Whether the caller may know by which appointment the time is taken. */
  readonly mayName: (booking: Booked) => boolean;
}

export interface PlacedOccurrences<Booked> {
  readonly made: readonly Occurrence[];
  /** Those that conflict, and are therefore not made. */
  readonly taken: readonly Occurrence[];
  /** The conflicting appointments that may be named, each once. */
  readonly met: readonly Booked[];
}

/** Which occurrences are made: all of them, or those that conflict neither with appointments of the resource nor with slots that are held. */
export function placeOccurrences<Booked extends Interval & { readonly appointmentNo: string }>(
  starts: readonly number[],
  lengthMs: number,
  { bookings, holds, mayName }: TakenTime<Booked>,
  onConflict: SeriesRequest['onConflict'],
): PlacedOccurrences<Booked> {
  const met = meetings(starts, lengthMs, bookings);
  const held = meetings(starts, lengthMs, holds);
  const isTaken = ({ start }: Interval): boolean => onConflict !== 'allow' && (met.has(start) || held.has(start));
  const namedAt = (start: number): Booked[] => (met.get(start) ?? []).filter(mayName);
  const all = starts.map((start) => ({
    start,
    end: start + lengthMs,
    conflicts: namedAt(start).map(({ appointmentNo }) => appointmentNo),
  }));
  return {
    made: all.filter((each) => !isTaken(each)),
    taken: all.filter(isTaken),
    met: [...new Set(starts.flatMap(namedAt))],
  };
}
