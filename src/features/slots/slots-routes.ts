import type { FastifyInstance } from 'fastify';
import { listScorers } from '../../engine/recommendation/list-scorers.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasExtensions } from '../../records/extensions.ts';
import { readPlan } from '../../records/reading/read-plan.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import type { Rendered } from '../../records/writing/idempotency.ts';
import { type Booked, bookSlot } from './book-slot.ts';
import * as contract from './contract.ts';
import { holdSlot, releaseSlot, type ShownHold } from './hold-slot.ts';
import type { SlotDeps } from './recommend.ts';
import { recommend } from './recommend.ts';

const renderBooked = ({ record, version, guid }: Booked): Rendered => ({
  status: 201,
  headers: { etag: `"${version}"`, location: `/appointment/${guid}` },
  body: record,
});

export function slotRoutes(
  app: FastifyInstance,
  deps: SlotDeps & HasExtensions & HasQuotas & HasSealer & HasStatistics,
): void {
  serve(app, contract.findSlots, async (input) => {
    const { caller, body, warnings, reply } = input;
    const answer = await readPlan(deps, caller, () => recommend(deps, caller, body, warnings, input));
    return reply.type('application/json; charset=utf-8').send(answer);
  });
  serve(app, contract.scorers, listScorers);
  serve(app, contract.hold, (input) =>
    answerOnce(
      deps,
      input,
      (hold: ShownHold) => asJson(200, hold),
      (guard) => holdSlot(deps, input.caller, input.body, input.gone, guard),
    ),
  );
  serve(app, contract.release, ({ caller, body }) => releaseSlot(deps, caller, body.token));
  serve(app, contract.book, (input) =>
    answerOnce(deps, input, renderBooked, (guard) => bookSlot(deps, input.caller, input.body, input.gone, guard)),
  );
}
