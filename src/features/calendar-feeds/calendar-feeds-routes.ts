import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { matches } from '../../platform/http/etag.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import { nullableText, text } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import type { Rendered } from '../../records/writing/idempotency.ts';
import { createFeed, endFeed, listFeeds, type ShownFeed } from './feeds.ts';
import { readFeed } from './read-feed.ts';

const feed = {
  id: { type: 'integer' },
  resourceNo: text,
  name: nullableText,
  private: { type: 'boolean', description: 'Shows only when the resource is busy, without details.' },
  lastUsedAt: { ...nullableText, description: 'To the hour.' },
  revokedAt: nullableText,
  createdAt: { type: 'string', format: 'date-time' },
  createdBy: text,
};
const shape = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
/** Anyone who has the address can see the plan. */
const config = { access: 'plan' } as const;
const tags = ['Calendar feed'];

export function calendarFeedRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasClock & HasPublicAddress & HasQuotas & HasSealer,
): void {
  app.post(
    '/calendarFeed',
    {
      config,
      schema: {
        tags,
        summary: 'Create a calendar feed of a resource',
        description: 'A secret address to which calendar applications subscribe. Only this response contains it.',
        body: {
          type: 'object',
          properties: {
            resourceNo: text,
            private: { type: 'boolean', default: false, description: feed.private.description },
            name: {
              type: 'string',
              maxLength: 100,
              description: 'Name of the calendar; default: the name of the resource.',
            },
          },
          required: ['resourceNo'],
        },
        response: {
          201: shape({ ...feed, path: { ...text, description: 'Relative to the address of the service.' }, url: text }),
          ...failures,
        },
      },
    },
    (request, reply) => {
      const render = ({ secret, stored }: { secret: string; stored: ShownFeed }): Rendered => {
        const path = `/feed/${secret}.ics`;
        return asJson(201, { ...stored, path, url: deps.publicAddress.url(path) });
      };
      return answerOnce(deps, { request, reply }, render, (guard) =>
        createFeed(deps, callerOf(request), request.body, guard),
      );
    },
  );
  app.get(
    '/calendarFeed',
    {
      config,
      schema: {
        tags,
        summary: 'List: CalendarFeed',
        response: { 200: { type: 'array', items: shape(feed) }, ...failures },
      },
    },
    (request) => listFeeds(deps, callerOf(request)),
  );
  app.delete(
    '/calendarFeed/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Revoke a calendar feed',
        params: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
        response: { 200: shape(feed), ...failures },
      },
    },
    (request) => endFeed(deps, callerOf(request), Number((request.params as { id: string }).id)),
  );
  app.get(
    '/feed/:file',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Read a calendar feed as iCalendar',
        description:
          'From 30 days ago to 365 days ahead. Appointments that were removed from the resource are shown as cancelled for 30 days.',
        params: {
          type: 'object',
          properties: { file: { type: 'string', description: 'The secret, followed by .ics.' } },
          required: ['file'],
        },
        response: {
          200: { description: 'The calendar.', content: { 'text/calendar': { schema: text } } },
          304: { type: 'null', description: 'Nothing has changed since the ETag in If-None-Match.' },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { file } = request.params as { file: string };
      const { etag, calendar } = await readFeed(deps, file.replace(/\.ics$/i, ''));
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('text/calendar; charset=utf-8').send(Readable.from(await calendar(), { objectMode: false }));
    },
  );
}
