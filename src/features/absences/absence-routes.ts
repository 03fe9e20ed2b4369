import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import { sendTable } from '../../records/routes/lists.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { absenceColumns } from './absence-schemas.ts';
import * as contract from './contract.ts';
import { decideAbsence } from './decide-absence.ts';
import { absenceNamed, absencesIn, appointmentsWithin, overviewOf } from './read-absences.ts';

const handling = 'default';

export function absenceRoutes(app: FastifyInstance, deps: WriteDeps): void {
  serve(app, contract.listAbsences, async ({ caller, query, request, reply }) => {
    const { total, portions } = await absencesIn(deps, caller, query);
    reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
    return sendTable(request, reply, { name: 'absence', columns: absenceColumns(), portions });
  });
  serve(app, contract.showOverview, ({ caller, query }) => overviewOf(deps, caller, query));
  serve(app, contract.showAbsence, ({ caller, params }) => absenceNamed(deps, caller, params.externalId));
  serve(app, contract.listAppointments, ({ caller, params }) => appointmentsWithin(deps, caller, params.externalId));
  serve(app, contract.decide, (input) =>
    answerWork(deps, input, handling, (dryRun, guard) =>
      decideAbsence(
        deps,
        input.caller,
        input.params.externalId,
        input.body,
        { handling, speak: 'property', dryRun },
        guard,
      ),
    ),
  );
}
