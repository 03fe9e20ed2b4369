import type { FastifyInstance } from 'fastify';
import type { HasRoads } from '../../domain/travel.ts';
import { serve } from '../../platform/contract/route.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { HasTimeClock } from '../time/time-clock.ts';
import * as contract from './contract.ts';
import { myDayOf } from './my-day.ts';
import { reportVisit } from './report-visit.ts';
import { sharePosition } from './shared-position.ts';
import { fillFields } from './visit-fields.ts';
import { changeVisitSettings, showVisitSettings } from './visit-settings.ts';

export function visitRoutes(app: FastifyInstance, deps: WriteDeps & HasTimeClock & HasRoads): void {
  const options = (dryRun: boolean) => ({ handling: 'default', speak: 'property', dryRun }) as const;
  serve(app, contract.showMyDay, ({ caller, query, gone }) => myDayOf(deps, caller, query, gone));
  serve(app, contract.reportVisit, (input) =>
    answerWork(deps, input, 'default', (dryRun, guard) =>
      reportVisit(deps, input.caller, input.body, options(dryRun), guard),
    ),
  );
  serve(app, contract.fillFields, (input) =>
    answerWork(deps, input, 'default', (dryRun, guard) =>
      fillFields(deps, input.caller, input.body, options(dryRun), guard),
    ),
  );
  serve(app, contract.showSettings, ({ caller }) => showVisitSettings(deps, caller));
  serve(app, contract.changeSettings, ({ caller, body }) => changeVisitSettings(deps, caller, body));
  serve(app, contract.sharePosition, (input) =>
    answerOnce(
      deps,
      input,
      (shared) => asJson(200, shared),
      (guard) => sharePosition(deps, input.caller, input.body, guard),
    ),
  );
}
