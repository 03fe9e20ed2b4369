/** Local times of a zone, by Intl. A lookup costs some µs, so offsets are cached per quarter of an hour. */
const QUARTER = 900_000;
const DAY = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, made);
  return made;
}

export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Offset of the zone from UTC at an instant, in ms. */
function offsetAt(zone: string, instant: number): number {
  const quarter = Math.floor(instant / QUARTER);
  let known = offsets.get(zone);
  if (!known) {
    known = new Map();
    offsets.set(zone, known);
  }
  const kept = known.get(quarter);
  if (kept !== undefined) return kept;
  const at = quarter * QUARTER;
  const parts: Record<string, number> = {};
  for (const { type, value } of clockOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - at;
  known.set(quarter, offset);
  return offset;
}

/** The local time at an instant, as if it were UTC. */
export const localOf = (zone: string, instant: number): number => instant + offsetAt(zone, instant);

export const dateOf = (zone: string, instant: number): string => dateText(localOf(zone, instant));
const dateText = (localMs: number): string => new Date(localMs).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => dateText(Date.parse(`${date}T00:00:00Z`) + days * DAY);

/** 1 is Monday. */
export const weekdayOf = (date: string): number => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date));

/** ISO 8601: the week of the year that most of its days belong to. */
export function weekOf(date: string): number {
  const thursday = Date.parse(`${addDays(mondayOf(date), 3)}T00:00:00Z`);
  const january = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - january) / (7 * DAY)) + 1;
}

/** The first instant of a local date; where midnight is skipped, the instant after the clock change. */
export function midnightOf(zone: string, date: string): number {
  return instantOf(zone, Date.parse(`${date}T00:00:00Z`));
}

/** The instant of a local time given as if it were UTC: the first of two; if the time is skipped, the instant after the clock change. */
export function instantOf(zone: string, localMs: number): number {
  const candidates = [localMs - offsetAt(zone, localMs - DAY), localMs - offsetAt(zone, localMs + DAY)];
  const fitting = candidates.filter((instant) => localOf(zone, instant) === localMs);
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(...candidates);
}

/** The instant of a moment in an address. Without an offset it is a time of the zone, as in requests. */
export const instantIn = (zone: string, moment: string): number =>
  /(Z|[+-]\d\d:?\d\d)$/i.test(moment) ? Date.parse(moment) : instantOf(zone, Date.parse(`${moment}Z`));

export const hourOf = (zone: string, instant: number): number => new Date(localOf(zone, instant)).getUTCHours();
