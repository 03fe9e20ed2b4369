import type { TakeNote } from '../values/value-note.ts';
import { windowsZones } from './windows-zones.ts';
import { knownZone } from './zone.ts';

const byLowerCase = new Map(Object.entries(windowsZones).map(([name, zone]) => [name.toLowerCase(), { name, zone }]));

/** The IANA zone that a name means: its own, or the one of a Windows time zone. Undefined where the name is neither. */
export function namedZone(sent: string, note?: TakeNote): string | undefined {
  const name = sent.trim();
  const own = knownZone(name);
  if (own !== undefined) return own;
  const windows = byLowerCase.get(name.toLowerCase());
  const zone = windows && knownZone(windows.zone);
  if (zone) note?.({ message: `the Windows time zone ${windows.name} was stored as ${zone}.` });
  return zone;
}
