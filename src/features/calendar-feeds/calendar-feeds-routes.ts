import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve, servePublic } from '../../platform/contract/route.ts';
import { matches } from '../../platform/http/etag.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import type { Rendered } from '../../records/writing/idempotency.ts';
import * as contract from './contract.ts';
import { type CreatedFeed, createFeed, endFeed, listFeeds } from './feeds.ts';
import { readFeed } from './read-feed.ts';

export function calendarFeedRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasClock & HasPublicAddress & HasQuotas & HasSealer,
): void {
  const render = ({ secret, stored }: CreatedFeed): Rendered => {
    const path = `/feed/${secret}.ics`;
    return asJson(201, { ...stored, path, url: deps.publicAddress.url(path) });
  };
  serve(app, contract.createFeed, (input) =>
    answerOnce(deps, input, render, (guard) => createFeed(deps, input.caller, input.body, guard)),
  );
  serve(app, contract.listFeeds, ({ caller }) => listFeeds(deps, caller));
  serve(app, contract.endFeed, ({ caller, params }) => endFeed(deps, caller, Number(params.id)));
  servePublic(app, contract.readFeed, async ({ params, request, reply }) => {
    const { etag, calendar } = await readFeed(deps, params.file.replace(/\.ics$/i, ''));
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('text/calendar; charset=utf-8').send(Readable.from(await calendar(), { objectMode: false }));
  });
}
