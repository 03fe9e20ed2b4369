import ical, { ICalCalendarMethod, ICalEventClass, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { allDays } from '../../domain/time/all-day.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import { keyOfHidden } from '../../records/reading/visible-rows.ts';
import type { CancelledEvent, PlannedEvent } from './calendar-feed-store.ts';
import { foldLine } from './fold-line.ts';

export interface Calendar {
  readonly name: string;
  readonly timeZone: string;
  /** Shows when, and not what. */
  readonly private: boolean;
  readonly events: readonly PlannedEvent[];
  readonly cancelled: readonly CancelledEvent[];
}

/** How often programs are asked to look again. */
const REFRESH_SECONDS = 3600;
const BUSY = 'Busy';

const END = 'END:VCALENDAR';

/**
 * A calendar as RFC 5545 writes it, piece by piece: two thousand appointments are a megabyte, and others want to be served meanwhile. The
 * same calendar is always the same text. The library writes the properties; all lines that can be long are folded here, because its own
 * folding creates an encoder for each character and takes seconds for such a calendar.
 */
export function* renderCalendar(calendar: Calendar): Generator<string> {
  const written = ical({
    prodId: { company: 'Openslot', product: 'Calendar feed', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  yield written.toString().slice(0, -END.length);
  // Not given to the library, which would fold it: what it writes here has short lines only.
  const name = escaped(plain(calendar.name));
  if (name !== '') yield folded(`NAME:${name}\r\nX-WR-CALNAME:${name}\r\n`);
  for (const event of calendar.events) yield folded(written.createEvent(planned(calendar, event)).toString());
  for (const event of calendar.cancelled) yield folded(written.createEvent(cancelled(calendar, event)).toString());
  yield `${END}\r\n`;
}

function planned(calendar: Calendar, event: PlannedEvent): ICalEventData {
  const common = {
    ...times(calendar, event),
    id: uidOf(event.hidden ? { guid: keyOfHidden(event.guid) } : event),
    sequence: event.version,
    stamp: new Date(event.updatedAt),
    created: new Date(event.createdAt),
    lastModified: new Date(event.updatedAt),
    status: ICalEventStatus.CONFIRMED,
  };
  if (calendar.private || event.hidden) return { ...common, summary: BUSY, class: ICalEventClass.PRIVATE };
  const location = locationOf(event);
  const url = webAddress(event.uri);
  const description = plain(event.body ?? '');
  const categories = [event.category, event.timeMarker].map((name) => ({ name: plain(name ?? '') }));
  const named = categories.filter(({ name }) => name !== '');
  return {
    ...common,
    summary: plain(event.subject ?? ''),
    ...(description ? { description } : {}),
    ...(location ? { location } : {}),
    ...(url ? { url } : {}),
    ...(named.length > 0 ? { categories: named } : {}),
  };
}

/** A higher sequence than the one it was shown with: programs believe no older one. */
const cancelled = (calendar: Calendar, event: CancelledEvent): ICalEventData => ({
  ...times(calendar, event),
  id: uidOf(event),
  sequence: event.version + 1,
  stamp: new Date(event.cancelledAt),
  lastModified: new Date(event.cancelledAt),
  status: ICalEventStatus.CANCELLED,
  summary: calendar.private ? BUSY : plain(event.subject ?? ''),
  ...(calendar.private ? { class: ICalEventClass.PRIVATE } : {}),
});

/** Moments are in UTC, which no program reads wrongly. Days are those of the resource. */
function times(
  { timeZone }: Calendar,
  { start, end, isAllDay }: Pick<PlannedEvent, 'start' | 'end' | 'isAllDay'>,
): Pick<ICalEventData, 'start' | 'end' | 'allDay'> {
  if (!isAllDay) return { start: new Date(start), end: new Date(end) };
  const { from, till } = allDays(timeZone, start, end);
  return { start: new Date(from * DAY_MS), end: new Date(till * DAY_MS), allDay: true };
}

const uidOf = ({ guid }: { readonly guid: string }): string => `${guid}@openslot`;

function locationOf(event: PlannedEvent): ICalEventData['location'] {
  const joined = (separator: string, ...parts: readonly (string | null)[]): string =>
    parts.filter((part) => part !== null && part !== '').join(separator);
  const address =
    event.siteAddress ??
    joined(
      ', ',
      joined(' ', event.siteStreet, event.siteStreetNo),
      joined(' ', event.sitePostcode, event.siteCity),
      event.siteCountry,
    );
  const title = plain(joined(', ', event.siteName, address));
  if (title === '') return null;
  const { latitude: lat, longitude: lon } = event;
  return lat === null || lon === null ? { title } : { title, geo: { lat, lon } };
}

/** Only what a program may open. Characters that the library would take for text are written as addresses write them. */
function webAddress(text: string | null): string | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  const encoded = href.replace(/[,;\\]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return /^https?:$/.test(protocol) ? encoded : undefined;
}

/** Control characters but for tabs and line breaks have no place in a calendar. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

const folded = (text: string): string => text.split('\r\n').map(foldLine).join('\r\n');

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
