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
        summary: 'Read the map of a day: resources, stops and open tasks',
        description:
          'Home and last known location of resources, their stops in order with travel times, and open tasks, in one response. At most a day. Travel times are estimated from the straight-line distance; `GET /resource/{resourceNo}/route` uses roads. Any property of a resource can be used as a filter.',
        querystring: {
          type: 'object',
          properties: {
            start: text,
            end: text,
            resources: {
              type: 'array',
              items: text,
              description: 'Numbers of resources; default: all that are shown to planners.',
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
      schema: { tags, summary: 'Show the settings of the map', response: { 200: mapSettingsSchema, ...failures } },
    },
    () => ({ tiles: deps.mapTiles ?? null }),
  );
  app.get(
    '/resource/:resourceNo/route',
    {
      config,
      schema: {
        tags,
        summary: 'Show the route of a resource on a day',
        description:
          'From home to the appointments in order, and back home. By road if a routing service is configured, otherwise estimated from the straight-line distance. At most a day.',
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
