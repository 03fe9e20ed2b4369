import type { FastifyInstance } from 'fastify';
import { failures, listQuery } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { sendList } from '../../records/routes/lists.ts';
import { appointmentHistory, appointmentsIn, showAppointment } from './appointments.ts';

const config = { access: 'read' } as const;
const tags = ['Appointment'];
const params = {
  type: 'object',
  properties: { name: { type: 'string', description: 'Id, GUID or AppointmentNo.' } },
  required: ['name'],
};

export function appointmentRoutes(app: FastifyInstance, deps: HasDatabase): void {
  app.get(
    '/appointment',
    {
      config,
      schema: {
        tags,
        summary: 'List the appointments in a window',
        description:
          'Every appointment that overlaps the window, with its task, job, category, time marker, resources, links, field values, containers and notifications.',
        querystring: {
          type: 'object',
          properties: {
            ...listQuery.properties,
            startDate: { type: 'string' },
            endDate: { type: 'string' },
            resources: {
              type: 'array',
              items: { type: 'string' },
              description: 'Numbers of resources; default: all.',
            },
          },
          required: ['startDate', 'endDate'],
        },
        response: { 200: { type: 'array', items: { $ref: 'AppointmentWhole#' } }, ...failures },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { total, portions } = await appointmentsIn(deps, caller, request.query as RawQuery);
      reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
      return sendList(reply, portions);
    },
  );
  app.get(
    '/appointment/:name',
    {
      config,
      schema: {
        tags,
        params,
        summary: 'Show one appointment',
        response: { 200: { $ref: 'AppointmentWhole#' }, ...failures },
      },
    },
    async (request, reply) => {
      const { name } = request.params as { name: string };
      const { record, version } = await showAppointment(deps, callerOf(request), name);
      reply.header('etag', `"${version}"`).type('application/json; charset=utf-8');
      return reply.send(record);
    },
  );
  app.get(
    '/appointment/:name/history',
    {
      config,
      schema: {
        tags,
        params,
        summary: 'History of an appointment',
        response: { 200: { type: 'array', items: { $ref: 'Change#' } }, ...failures },
      },
    },
    (request) => appointmentHistory(deps, callerOf(request), (request.params as { name: string }).name),
  );
}
