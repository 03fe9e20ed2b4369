import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { sendTable } from '../../records/routes/lists.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import * as approval from './approval-contract.ts';
import { claimTime } from './claim-time.ts';
import { startClock, stopClock } from './clock.ts';
import * as contract from './contract.ts';
import { decideTime } from './decide-time.ts';
import { missingTime } from './missing-time.ts';
import { entriesIn, sessionsIn } from './registered-time.ts';
import type { HasTimeClock } from './time-clock.ts';
import { columnsOf, missingTimeSchema, summarySchemas } from './time-schemas.ts';
import { changeTimeSettings, showTimeSettings } from './time-settings.ts';
import { summaryOf } from './time-summary.ts';
import { tasksToRegisterOn, timesheetOf } from './timesheet.ts';
import * as timesheet from './timesheet-contract.ts';
import * as writes from './writes-contract.ts';

export function timeRoutes(app: FastifyInstance, deps: WriteDeps & HasTimeClock): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
  serve(app, approval.showSettings, ({ caller }) => showTimeSettings(deps, caller));
  serve(app, approval.changeSettings, ({ caller, body }) => changeTimeSettings(deps, caller, body));
  // What the page of a field worker shows.
  serve(app, timesheet.showTimesheet, ({ caller, query }) => timesheetOf(deps, caller, query));
  serve(app, timesheet.listTasks, ({ caller, query }) => tasksToRegisterOn(deps, caller, query));
}

function readRoutes(app: FastifyInstance, deps: HasDatabase): void {
  serve(app, contract.listEntries, async ({ caller, query, request, reply }) => {
    const { total, portions } = await entriesIn(deps, caller, query);
    reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
    return sendTable(request, reply, { name: 'timeEntry', columns: columnsOf('TimeEntryRead'), portions });
  });
  serve(app, contract.listSessions, async ({ caller, query, request, reply }) => {
    const { total, portions } = await sessionsIn(deps, caller, query);
    reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
    return sendTable(request, reply, { name: 'timeSession', columns: columnsOf('TimeSessionRead'), portions });
  });
  serve(app, contract.summarise, async ({ caller, query, request, reply }) => {
    const rows = await summaryOf(deps, caller, query);
    reply.header('x-total-count', String(rows.length)).header('x-time-zone', caller.timeZone);
    const columns = summarySchemas[query.by].required;
    return sendTable(request, reply, { name: `time-by-${query.by}`, columns, portions: inOne(rows) });
  });
  serve(app, contract.listMissing, async ({ caller, query, request, reply }) => {
    const portions = await missingTime(deps, caller, query);
    reply.header('x-time-zone', caller.timeZone);
    return sendTable(request, reply, { name: 'missing-time', columns: missingTimeSchema.required, portions });
  });
}

/** What is more than an upsert or a delete of registered time. Each is one thing: there is no part of it that a lenient caller could want. */
function writeRoutes(app: FastifyInstance, deps: WriteDeps & HasTimeClock): void {
  const options = (dryRun: boolean) => ({ handling: 'default', speak: 'property', dryRun }) as const;
  serve(app, writes.claim, (input) =>
    answerWork(deps, input, 'default', (dryRun, guard) =>
      claimTime(deps, input.caller, input.body, options(dryRun), guard),
    ),
  );
  serve(app, approval.decide, (input) =>
    answerWork(deps, input, 'default', (dryRun, guard) =>
      decideTime(deps, input.caller, input.body, options(dryRun), guard),
    ),
  );
  serve(app, writes.start, (input) =>
    answerWork(deps, input, 'default', (dryRun, guard) =>
      startClock(deps, input.caller, input.body, options(dryRun), guard),
    ),
  );
  serve(app, writes.stop, (input) =>
    answerWork(deps, input, 'default', (dryRun, guard) =>
      stopClock(deps, input.caller, input.body, options(dryRun), guard),
    ),
  );
}

async function* inOne<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}
