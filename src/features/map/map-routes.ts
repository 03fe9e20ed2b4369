import type { FastifyInstance } from 'fastify';
import type { HasRoads } from '../../domain/travel.ts';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import * as contract from './contract.ts';
import { mapIn, routeOf } from './map.ts';
import type { HasMapTiles } from './map-tiles.ts';

/** What the map shows. */
export function mapRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasMapTiles & HasClock & HasRoads & HasStatistics,
): void {
  serve(app, contract.readMap, ({ caller, query }) => mapIn(deps, caller, query));
  serve(app, contract.showSettings, () => ({ tiles: deps.mapTiles ?? null }));
  serve(app, contract.showRoute, ({ caller, params, query, gone }) =>
    routeOf(deps, caller, params.resourceNo, query, gone),
  );
}
