import { refuse } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import { dateOfInstant, dayOfZone } from '../../domain/time/zone.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { visibleAmong } from '../../records/reading/visible-rows.ts';
import { visibilityOfActor } from '../access/actor-visibility.ts';
import { hashKey } from '../access/authenticate.ts';
import { cancelledSince, eventsOf, type FeedByHash, feedByHash, noteFeedUse } from './calendar-feed-store.ts';
import { renderCalendar } from './render-calendar.ts';

const DAYS_BACK = 30;
const DAYS_AHEAD = 365;
const CANCELLED_DAYS = 30;
const NOTE_USE_MS = 3_600_000;

export interface Feed {
  /** Names what the calendar would be, without making it. */
  readonly etag: string;
  readonly calendar: () => Promise<Iterable<string>>;
}

/** GET /feed/{secret}.ics: who has the address is shown the calendar. */
export async function readFeed(deps: HasDatabase & HasClock, secret: string): Promise<Feed> {
  const feed = await feedByHash(deps.db, hashKey(secret.toLowerCase()));
  if (!feed) throw refuse('APP001', 'There is no such calendar feed.');
  const { resourceId, tenantId } = feed;
  const ofMaker = await visibilityOfActor(deps.db, tenantId, feed.createdBy);
  const maker = { tenantId, visibility: ofMaker === undefined ? feed.visibility : ofMaker };
  const seen = await visibleAmong(deps.db, maker, 'Resource', resourceId === null ? [] : [resourceId]);
  if (feed.revokedAt !== null || resourceId === null || !seen.has(resourceId))
    throw refuse('APP028', 'The calendar feed was revoked. Remove it from your calendars, or request a new address.');
  const now = deps.now().getTime();
  if (feed.lastUsedAt === null || now - feed.lastUsedAt > NOTE_USE_MS)
    await noteFeedUse(deps.db, feed.tenantId, feed.id).catch(() => {});
  // The window moves at midnight; between two of them only changes make another calendar.
  const today = dateOfInstant(feed.timeZone, now);
  return {
    etag: `"${feed.id}-${feed.lastChange}-${today}"`,
    calendar: () => calendarOf(deps, { ...feed, ...maker, resourceId }, dayOfZone(feed.timeZone, today).start),
  };
}

async function calendarOf(
  deps: HasDatabase,
  feed: FeedByHash & { readonly resourceId: number },
  midnight: number,
): Promise<Iterable<string>> {
  const window = { ...feed, start: midnight - DAYS_BACK * DAY_MS, end: midnight + DAYS_AHEAD * DAY_MS };
  const [events, cancelled] = await Promise.all([
    eventsOf(deps.db, window),
    cancelledSince(deps.db, window, midnight - CANCELLED_DAYS * DAY_MS),
  ]);
  return renderCalendar({
    name: feed.name ?? feed.resourceName,
    timeZone: feed.timeZone,
    private: feed.private,
    events,
    cancelled,
  });
}
