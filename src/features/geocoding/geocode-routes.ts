import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import { geocodeParts, geocodeText } from './answer-geocode.ts';
import * as contract from './contract.ts';
import type { GeocodeDeps } from './geocoding.ts';
import { listFailures } from './list-failures.ts';

export function geocodeRoutes(app: FastifyInstance, deps: GeocodeDeps): void {
  serve(app, contract.geocodeParts, ({ body, gone }) => geocodeParts(deps, body, gone));
  serve(app, contract.geocodeText, ({ query, gone }) => geocodeText(deps, query, gone));
  serve(app, contract.listFailures, async ({ caller, query, reply }) => {
    const { total, failures } = await listFailures(deps, caller, query);
    reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
    return failures;
  });
}
