import { Temporal } from 'temporal-polyfill';

/**
 * Conversions between instants (epoch milliseconds) and wall clocks of a zone.
 *
 * Temporal answers correctly but costs 7 to 20 µs a conversion; an import of 10,000 tasks asks for 100,000 of them. So we ask
 * Temporal only once per zone and year for the offset changes, and then answer from that small table.
 */
interface OffsetTable {
  /** Epoch ms from which offsets[i] is in force; ascending, the first is the start of the (padded) year. */
  readonly from: readonly number[];
  readonly offsets: readonly number[];
}

const DAY = 86_400_000;
const zones = new Map<string, Map<number, OffsetTable>>();

/** IANA name in its usual spelling, or undefined when the runtime does not know the zone. */
export function knownZone(name: string): string | undefined {
  // Fixed offsets such as +02:00 are accepted by Temporal but know no DST: a planner who types one is mistaken.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Temporal keeps an alias (Europe/Kyiv) as it is and only corrects its case; Intl answers with whatever is canonical to it.
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return undefined;
  }
}

function tableFor(zone: string, year: number): OffsetTable {
  const known = zones.get(zone)?.get(year);
  if (known) return known;
  // Two days of padding: a local time of 31 December may be an instant of the neighbouring UTC year.
  const start = Date.UTC(year, 0, 1) - 2 * DAY;
  const end = Date.UTC(year + 1, 0, 1) + 2 * DAY;
  let at = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
  const from = [start];
  const offsets = [at.offsetNanoseconds / 1e6];
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds > end) break;
    from.push(next.epochMilliseconds);
    offsets.push(next.offsetNanoseconds / 1e6);
    at = next;
  }
  const table = { from, offsets };
  const tables = zones.get(zone) ?? new Map<number, OffsetTable>();
  zones.set(zone, tables.set(year, table));
  return table;
}

const yearOf = (epochMs: number): number => new Date(epochMs).getUTCFullYear();

/** Offset from UTC in ms that is in force in the zone at the instant. */
export function offsetAt(zone: string, instant: number): number {
  const { from, offsets } = tableFor(zone, yearOf(instant));
  let i = from.length - 1;
  while (i > 0 && (from[i] as number) > instant) i--;
  return offsets[i] as number;
}

/**
 * The instant of a wall-clock time, given as if it were UTC ms. A time that a jump forward skips moves forward by the gap; one
 * that occurs twice is the first.
 */
export function instantOfLocal(zone: string, localMs: number): number {
  const { from, offsets } = tableFor(zone, yearOf(localMs));
  for (let i = 0; i < offsets.length; i++) {
    const candidate = localMs - (offsets[i] as number);
    const begins = i === 0 ? Number.NEGATIVE_INFINITY : (from[i] as number);
    const ends = i + 1 < from.length ? (from[i + 1] as number) : Number.POSITIVE_INFINITY;
    if (candidate >= begins && candidate < ends) return candidate;
    // Before this stretch begins, yet after the previous one ended: the gap. Read with the old offset it lands behind the jump.
    if (candidate < begins) return localMs - (offsets[i - 1] as number);
  }
  throw new Error(`no offset for ${zone}`);
}

/** The wall clock at an instant, as if it were UTC ms. */
export const localOfInstant = (zone: string, instant: number): number => instant + offsetAt(zone, instant);

/** A stretch of instants in which the offset does not change. */
export interface OffsetStretch {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/** The time from start to end, cut where the zone changes its offset. Within a stretch, wall clock and instants differ by a constant. */
export function offsetStretches(zone: string, start: number, end: number): OffsetStretch[] {
  const stretches: OffsetStretch[] = [];
  for (let at = start; at < end; ) {
    const year = yearOf(at);
    const { from, offsets } = tableFor(zone, year);
    let i = from.length - 1;
    while (i > 0 && (from[i] as number) > at) i--;
    const offset = offsets[i] as number;
    const until = Math.min(end, from[i + 1] ?? end, Date.UTC(year + 1, 0, 1));
    const last = stretches.at(-1);
    if (last?.offset === offset) stretches[stretches.length - 1] = { ...last, end: until };
    else stretches.push({ start: at, end: until, offset });
    at = until;
  }
  return stretches;
}

/** The first instant, not before the one given, at which the wall clock shows a time (as if it were UTC ms) or a later one. */
export function firstInstantAt(zone: string, notBefore: number, localMs: number): number {
  // Clocks differ from UTC by less than a day, and no change of the offset was ever larger than one.
  const stretches = offsetStretches(zone, notBefore, Math.max(notBefore, localMs) + 3 * DAY);
  const found = stretches.find(({ end, offset }) => localMs - offset < end);
  if (!found) throw new Error(`no such time in ${zone}`);
  return Math.max(found.start, localMs - found.offset);
}

/** 00 to 99. */
const TWO_DIGITS = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
const two = (n: number): string => TWO_DIGITS[n] as string;

/** From here on moments mean "without end" (9999-12-31 in many back offices) and are shown in UTC. */
export const END_OF_DAYS = Date.UTC(9999, 11, 30);

/** ISO 8601 with the zone's offset, without a fraction when there is none: 2026-03-29T09:00:00+02:00. */
export function formatInstant(zone: string, instant: number): string {
  const offset = instant >= END_OF_DAYS ? 0 : offsetAt(zone, instant);
  // Moments from PostgreSQL have microseconds.
  const local = Math.trunc(instant + offset);
  const day = Math.floor(local / DAY);
  const ms = local - day * DAY;
  const minute = Math.floor(ms / 60_000);
  const second = Math.floor(ms / 1000) % 60;
  const fraction = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`;
  const ahead = Math.round(Math.abs(offset) / 60_000);
  return `${dateOfDay(day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second)}${fraction}${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

let spelledDay = Number.NaN;
let spelledDate = '';

/** The date of a day counted from 1970-01-01. A response names moments of few days, most of them one after the other: the last one is kept. */
function dateOfDay(day: number): string {
  if (day === spelledDay) return spelledDate;
  spelledDate = new Date(day * DAY).toISOString().slice(0, -'T00:00:00.000Z'.length);
  spelledDay = day;
  return spelledDate;
}

/** The calendar date (yyyy-MM-dd) on which an instant falls in the zone. */
export const dateOfInstant = (zone: string, instant: number): string =>
  new Date(localOfInstant(zone, instant)).toISOString().slice(0, 10);

/** The day as instants, from the first to before the first of the next. Empty where the zone left the day out. */
export function dayOfZone(zone: string, date: string): { readonly start: number; readonly end: number } {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return { start: instantOfLocal(zone, midnight), end: instantOfLocal(zone, midnight + DAY) };
}
