import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import {
  acknowledgeBatch,
  type Batch,
  createCursor,
  endCursor,
  leaseBatch,
  listCursors,
  type ShownCursor,
} from './cursors.ts';
import * as contract from './cursors-contract.ts';

/** For receivers that cannot be reached: they fetch changes, and the service remembers their position. */
export function cursorRoutes(app: FastifyInstance, deps: HasDatabase & HasClock & HasQuotas & HasSealer): void {
  serve(app, contract.listCursors, ({ caller }) => listCursors(deps, caller));
  serve(app, contract.createCursor, (input) =>
    answerOnce(
      deps,
      input,
      ({ cursor, created }: { cursor: ShownCursor; created: boolean }) => asJson(created ? 201 : 200, cursor),
      (guard) => createCursor(deps, input.caller, input.body, guard),
    ),
  );
  serve(app, contract.leaseBatch, (input) =>
    answerOnce(
      deps,
      input,
      (batch: Batch) => asJson(200, batch),
      (guard) => leaseBatch(deps, input.caller, input.params.name, input.body, guard),
    ),
  );
  serve(app, contract.acknowledgeBatch, (input) =>
    answerOnce(
      deps,
      input,
      (moved: { position: number; last: number }) => asJson(200, moved),
      (guard) => acknowledgeBatch(deps, input.caller, input.params.name, input.body.lease, guard),
    ),
  );
  serve(app, contract.deleteCursor, ({ caller, params }) => endCursor(deps, caller, params.name));
}
