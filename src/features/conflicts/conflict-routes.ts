import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import { answerWork } from '../../records/routes/writes.ts';
import * as contract from './contract.ts';
import { extendDay } from './extend-day.ts';
import { type FixDeps, findFixes } from './find-fixes.ts';
import { acceptViolation, type ShownWaiver, withdrawWaiver } from './waivers.ts';

const handling = 'default';

export function conflictRoutes(app: FastifyInstance, deps: FixDeps): void {
  serve(app, contract.findFixes, ({ caller, params, gone }) => findFixes(deps, caller, params.id, gone));
  serve(app, contract.acceptViolation, (input) =>
    answerOnce(
      deps,
      input,
      (waiver: ShownWaiver) => asJson(200, waiver),
      (guard) => acceptViolation(deps, input.caller, { id: input.params.id, body: input.body }, guard),
    ),
  );
  serve(app, contract.withdrawWaiver, ({ caller, params }) => withdrawWaiver(deps, caller, params.id));
  serve(app, contract.extendDay, (input) =>
    answerWork(deps, input, handling, (dryRun, guard) =>
      extendDay(deps, input.caller, input.body, { handling, speak: 'property', dryRun }, guard),
    ),
  );
}
