import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { readPageOnReplica } from '../../records/reading/read-on-replica.ts';
import { readPlan } from '../../records/reading/read-plan.ts';
import { sendList } from '../../records/routes/lists.ts';
import { appointmentHistory, appointmentsIn, showAppointment } from './appointments.ts';
import * as contract from './contract.ts';

export function appointmentRoutes(app: FastifyInstance, deps: HasDatabase): void {
  serve(app, contract.listAppointments, async ({ caller, query, reply }) => {
    const { total, portions } = await readPageOnReplica(deps, caller, query, () => appointmentsIn(deps, caller, query));
    reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
    return sendList(reply, portions);
  });
  serve(app, contract.showAppointment, async ({ caller, params, reply }) => {
    const { record, version } = await readPlan(deps, caller, () => showAppointment(deps, caller, params.name));
    return reply.header('etag', `"${version}"`).type('application/json; charset=utf-8').send(record);
  });
  serve(app, contract.showHistory, ({ caller, params }) => appointmentHistory(deps, caller, params.name));
}
