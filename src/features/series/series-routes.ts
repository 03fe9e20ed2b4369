import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import * as contract from './contract.ts';
import { endSeries } from './end-series.ts';
import { listSeries } from './list-series.ts';
import { makeSeries } from './make-series.ts';

/** Each write is one thing: there is no part of it that a lenient caller could want. */
const handling = 'default';
const speak = 'property';

export function seriesRoutes(app: FastifyInstance, deps: WriteDeps): void {
  serve(app, contract.makeSeries, (input) =>
    answerWork(deps, input, handling, (dryRun, guard) =>
      makeSeries(deps, input.caller, input.body, { handling, speak, dryRun }, guard),
    ),
  );
  serve(app, contract.endSeries, (input) =>
    answerWork(deps, input, handling, (dryRun, guard) =>
      endSeries(deps, input.caller, input.body, { handling, speak, dryRun }, guard),
    ),
  );
  serve(app, contract.listSeries, async ({ caller, query, reply }) => {
    const { total, series } = await listSeries(deps, caller, query);
    reply.header('x-total-count', String(total));
    return series;
  });
}
