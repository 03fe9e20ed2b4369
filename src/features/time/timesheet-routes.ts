import type { FastifyInstance } from 'fastify';
import { timeScopes } from '../../domain/access.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { exactly, list, moment, nullableText, text } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { missingTimeSchema } from './time-routes.ts';
import { tasksToRegisterOn, timesheetOf } from './timesheet.ts';

const config = { access: timeScopes, module: 'timeRegistration' } as const;
const tags = ['Time registration'];

const taskKey = { sourceApp: text, sourceType: text, jobNo: text, taskNo: text };
const task = exactly({
  ...taskKey,
  shortDescription: text,
  jobDescription: text,
  customerName: nullableText,
  city: nullableText,
});
const appointment = exactly({ id: { type: 'integer' }, start: moment, end: moment, subject: nullableText, ...taskKey });
const timesheet = exactly({
  resourceNo: text,
  timeZone: { ...text, description: 'The time zone of the resource, in which days and times are given.' },
  entries: list({ $ref: 'TimeEntryRead#' }),
  sessions: list({ $ref: 'TimeSessionRead#' }),
  running: {
    anyOf: [{ $ref: 'TimeSessionRead#' }, { type: 'null' }],
    description: 'The running session, whenever it started.',
  },
  days: { ...list(missingTimeSchema), description: 'As in GET /timeEntry/missing.' },
  appointments: { ...list(appointment), description: 'Appointments of the resource.' },
  tasks: { ...list(task), description: 'The tasks of entries, sessions and appointments.' },
});

/** What the page of a field worker shows. */
export function timesheetRoutes(app: FastifyInstance, deps: HasDatabase): void {
  app.get(
    '/timesheet',
    {
      config,
      schema: {
        tags,
        summary: 'Show the timesheet of a resource',
        description:
          'Entries, sessions, the running session, missing hours, appointments and their tasks, in one response. Start inclusive, end exclusive, at most 92 days.',
        querystring: {
          type: 'object',
          properties: { resourceNo: text, start: text, end: text },
          required: ['resourceNo', 'start', 'end'],
        },
        response: { 200: timesheet, ...failures },
      },
    },
    (request) => timesheetOf(deps, callerOf(request), request.query as RawQuery),
  );
  app.get(
    '/timesheet/tasks',
    {
      config,
      schema: {
        tags,
        summary: 'List tasks to register time on',
        description: 'Newest first, completed tasks last.',
        querystring: {
          type: 'object',
          properties: {
            search: { ...text, description: 'Text to find in the numbers, descriptions, customer or city.' },
            limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
        },
        response: { 200: list(task), ...failures },
      },
    },
    (request) => tasksToRegisterOn(deps, callerOf(request), request.query as RawQuery),
  );
}
