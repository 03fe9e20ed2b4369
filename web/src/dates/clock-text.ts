import { clockOfDay } from './preferences.ts';
import { localOf } from './zone.ts';

/** The time of day at an instant, as the user writes it. */
export function clockText(zone: string, instant: number): string {
  const local = new Date(localOf(zone, instant));
  return clockOfDay(local.getUTCHours(), local.getUTCMinutes());
}
