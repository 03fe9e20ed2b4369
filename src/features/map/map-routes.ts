import type { FastifyInstance } from 'fastify';
import type { HasRoads } from '../../domain/travel.ts';
import type { HasClock } from '../../platform/clock.ts';
import { failures, listQuery } from '../../platform/http/api-schemas.ts';
import { goneSignal } from '../../platform/http/gone-signal.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { text } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { mapIn, routeOf } from './map.ts';
import { mapSchema, mapSettingsSchema, routeSchema } from './map-schemas.ts';
import type { HasMapTiles } from './map-tiles.ts';

const config = { access: 'read', module: 'basicMap' } as const;
const tags = ['Planning'];

/** What the map shows. */
export function mapRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasMapTiles & HasClock & HasRoads & HasStatistics,
): void {
  app.get(
    '/map',
    {
      config,
      schema: {
        tags,
        summary: 'Resources, their stops and open tasks on the map of a day',
        description:
          'Where resources live and were last seen, their stops in order with the way to each, and open tasks, in one answer. At most a day. Ways are estimated by the straight line; `GET /resource/{resourceNo}/route` knows roads. Any property of a resource filters the resources.',
        querystring: {
          type: 'object',
          properties: {
            start: text,
            end: text,
            resources: {
              type: 'array',
              items: text,
              description: 'Numbers of resources; all that are shown when left out.',
            },
            ...listQuery.properties,
          },
          required: ['start', 'end'],
        },
        response: { 200: mapSchema, ...failures },
      },
    },
    (request) => mapIn(deps, callerOf(request), request.query as RawQuery),
  );
  app.get(
    '/map/settings',
    {
      config,
      schema: { tags, summary: 'What the map is drawn on', response: { 200: mapSettingsSchema, ...failures } },
    },
    () => ({ tiles: deps.mapTiles ?? null }),
  );
  app.get(
    '/resource/:resourceNo/route',
    {
      config,
      schema: {
        tags,
        summary: 'The way of a resource through its day',
        description:
          'From home to its appointments in their order, and home. On real roads where the operator named a service that knows them, else estimated by the straight line. At most a day.',
        params: { type: 'object', properties: { resourceNo: text }, required: ['resourceNo'] },
        querystring: { type: 'object', properties: { start: text, end: text }, required: ['start', 'end'] },
        response: { 200: routeSchema, ...failures },
      },
    },
    (request, reply) => {
      const { resourceNo } = request.params as { resourceNo: string };
      return routeOf(deps, callerOf(request), resourceNo, request.query as RawQuery, goneSignal(reply));
    },
  );
}
