import type { FastifyInstance } from 'fastify';
import { timeScopes } from '../../domain/access.ts';
import { failures, writeHeaders, writeQuery } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import { fieldsSchema } from '../../records/derive/json-schema.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { selectionSchema } from './claim-selection.ts';
import { claimFields, claimTime } from './claim-time.ts';
import { startClock, startFields, stopClock, stopFields } from './clock.ts';
import type { HasTimeClock } from './time-clock.ts';

const routes = [
  {
    path: '/timeEntry/claim',
    write: claimTime,
    fields: claimFields,
    further: selectionSchema,
    answer: 'ClaimAnswer#',
    summary: 'Claim the sessions of a day',
    description:
      "Adds the stopped, unclaimed Work sessions of a resource's day to one Draft entry per task, an existing or a new one. Travel and Waiting are left out. timeSessionIds and externalIds select sessions. All or nothing; safe to repeat.",
  },
  {
    path: '/timeSession/start',
    write: startClock,
    fields: startFields,
    further: {},
    answer: 'ClockAnswer#',
    summary: 'Start a time session',
    description:
      'Starts a session now, or at startedAt; the running session stops at that time. Safe to repeat with an externalId.',
  },
  {
    path: '/timeSession/stop',
    write: stopClock,
    fields: stopFields,
    further: {},
    answer: 'ClockAnswer#',
    summary: 'Stop a time session',
    description:
      'Stops the running session of the resource, or the one with externalId, now or at stoppedAt. A stopped session does not change.',
  },
] as const;

/** What is more than an upsert or a delete of registered time. */
export function timeWriteRoutes(app: FastifyInstance, deps: WriteDeps & HasTimeClock): void {
  for (const { path, write, fields, further, answer, summary, description } of routes)
    app.post(
      path,
      {
        config: { access: timeScopes, module: 'timeRegistration' },
        schema: {
          tags: ['Time registration'],
          summary,
          description,
          headers: writeHeaders,
          querystring: writeQuery,
          body: fieldsSchema(fields.model, fields.required, fields.optional, further),
          response: { 200: { $ref: answer }, ...failures },
        },
      },
      // Each is one thing: there is no part of it that a lenient caller could want.
      (request, reply) =>
        answerWork(deps, { request, reply }, 'default', (dryRun, guard) =>
          write(deps, callerOf(request), request.body, { handling: 'default', speak: 'property', dryRun }, guard),
        ),
    );
}
