import type { FastifyInstance } from 'fastify';
import type { HasRoads } from '../../domain/travel.ts';
import { serve } from '../../platform/contract/route.ts';
import { readOnReplica } from '../../records/reading/read-on-replica.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { HasSolver } from '../optimization/solver-threads.ts';
import * as contract from './contract.ts';
import { mapIn, routeOf } from './map.ts';
import { changeMapSettings, showMapSettings } from './map-settings.ts';
import type { HasMapTiles } from './map-tiles.ts';
import { planRoute } from './plan-route.ts';
import { sendStreetMap } from './send-street-map.ts';
import type { HasStreetMap } from './street-map.ts';

/** What the map shows. */
export function mapRoutes(
  app: FastifyInstance,
  deps: WriteDeps & HasMapTiles & HasStreetMap & HasRoads & HasSolver,
): void {
  serve(app, contract.readMap, ({ caller, query }) => readOnReplica(deps, caller, () => mapIn(deps, caller, query)));
  serve(app, contract.showSettings, ({ caller }) => showMapSettings(deps, caller));
  serve(app, contract.changeSettings, ({ caller, body }) => changeMapSettings(deps, caller, body));
  serve(app, contract.readStreets, ({ request, reply }) => sendStreetMap(deps.streetMap, request, reply));
  serve(app, contract.planRoute, (input) =>
    answerWork(deps, input, 'default', (dryRun, guard) =>
      planRoute(
        deps,
        input.caller,
        { resourceNo: input.params.resourceNo, body: input.body },
        { handling: 'default', speak: 'property', dryRun },
        guard,
      ),
    ),
  );
  serve(app, contract.showRoute, ({ caller, params, query, gone }) =>
    routeOf(deps, caller, params.resourceNo, query, gone),
  );
}
