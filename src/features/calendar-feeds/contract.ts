import { described, type Infer, shown } from '../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../platform/contract/object.ts';
import { contract, publicContract } from '../../platform/contract/route.ts';
import { boolean, text } from '../../platform/contract/values.ts';
import { exactly, moment, nullableText, text as textSchema } from '../../platform/http/shapes.ts';

const LONGEST_NAME = 100;

const feed = {
  id: { type: 'integer' },
  resourceNo: textSchema,
  name: nullableText,
  private: { type: 'boolean', description: 'Shows only when the resource is busy, without details.' },
  lastUsedAt: { ...nullableText, description: 'To the hour.' },
  revokedAt: nullableText,
  createdAt: moment,
  createdBy: textSchema,
};
/** Anyone who has the address can see the plan. */
const access = 'publish';
const tags = ['Calendar feed'];

const feedBody = object({
  resourceNo: required(text()),
  private: withDefault(described(boolean(), feed.private.description), false, false),
  name: shown(text(LONGEST_NAME), {
    maxLength: LONGEST_NAME,
    description: 'Name of the calendar; default: the name of the resource.',
  }),
});
export type FeedBody = Infer<typeof feedBody>;

export const createFeed = contract({
  method: 'POST',
  path: '/calendarFeed',
  access,
  tags,
  summary: 'Create a calendar feed of a resource',
  description: 'A secret address to which calendar applications subscribe. Only this response contains it.',
  body: feedBody,
  response: {
    201: exactly({
      ...feed,
      path: { ...textSchema, description: 'Relative to the address of the service.' },
      url: textSchema,
    }),
  },
});

export const listFeeds = contract({
  method: 'GET',
  path: '/calendarFeed',
  access,
  tags,
  summary: 'List: CalendarFeed',
  response: { 200: { type: 'array', items: exactly(feed) } },
});

export const endFeed = contract({
  method: 'DELETE',
  path: '/calendarFeed/:id',
  access,
  tags,
  summary: 'Revoke a calendar feed',
  params: { id: { type: 'integer' } },
  response: { 200: exactly(feed) },
});

export const readFeed = publicContract({
  method: 'GET',
  path: '/feed/:file',
  access: 'public',
  tags,
  summary: 'Read a calendar feed as iCalendar',
  description:
    'From 30 days ago to 365 days ahead. Appointments that were removed from the resource are shown as cancelled for 30 days.',
  params: { file: { type: 'string', description: 'The secret, followed by .ics.' } },
  response: {
    200: { description: 'The calendar.', content: { 'text/calendar': { schema: textSchema } } },
    304: { type: 'null', description: 'Nothing has changed since the ETag in If-None-Match.' },
  },
});
