import { clockText } from '../dates/clock-text.ts';
import { instantOf, localOf } from '../dates/zone.ts';

const MINUTE = 60_000;

/** True when this local time occurs twice because of a clock change. */
function isTwice(zone: string, instant: number): boolean {
  const local = localOf(zone, instant);
  const first = instantOf(zone, local);
  if (first !== instant) return true;
  // The second occurrence is later by the size of the clock change: an hour nearly everywhere, half an hour on Lord Howe Island.
  return [30, 60, 120].some((minutes) => localOf(zone, instant + minutes * MINUTE) === local);
}

function offsetText(zone: string, instant: number): string {
  const minutes = Math.round((localOf(zone, instant) - instant) / MINUTE);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** 14:30; in an hour that occurs twice, 02:30 (UTC+2) and 02:30 (UTC+1). */
export function clockOn(zone: string, instant: number): string {
  const clock = clockText(zone, instant);
  return isTwice(zone, instant) ? `${clock} (${offsetText(zone, instant)})` : clock;
}

export const spanOn = (zone: string, start: number, end: number): string =>
  `${clockOn(zone, start)} – ${clockOn(zone, end)}`;
