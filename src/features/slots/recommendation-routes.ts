import type { FastifyInstance } from 'fastify';
import { listScorers } from '../../engine/recommendation/list-scorers.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { goneSignal } from '../../platform/http/gone-signal.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasExtensions } from '../../records/extensions.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import type { Rendered } from '../../records/writing/idempotency.ts';
import { type Booked, bookSlot } from './book-slot.ts';
import { holdSlot, releaseSlot, type ShownHold } from './hold-slot.ts';
import type { SlotDeps } from './recommend.ts';
import { recommend } from './recommend.ts';
import {
  bookBody,
  holdBody,
  recommendationBody,
  recommendationSchema,
  scorerSchema,
} from './recommendation-schemas.ts';

const tags = ['Recommendation'];
const module = 'recommendation' as const;

const renderBooked = ({ record, version, guid }: Booked): Rendered => ({
  status: 201,
  headers: { etag: `"${version}"`, location: `/appointment/${guid}` },
  body: record,
});

export function recommendationRoutes(
  app: FastifyInstance,
  deps: SlotDeps & HasExtensions & HasQuotas & HasSealer & HasStatistics,
): void {
  app.post(
    '/recommendation',
    {
      config: { access: 'read', module },
      schema: {
        tags,
        summary: 'Find slots',
        description: 'Who could do it when, the best first; for everybody else why not.',
        body: recommendationBody,
        response: { 200: recommendationSchema, ...failures },
      },
    },
    async (request, reply) => {
      const answer = await recommend(deps, callerOf(request), request.body, goneSignal(reply));
      // As bytes: a text would be measured first and then written, which are two walks over it.
      return reply.type('application/json; charset=utf-8').send(Buffer.from(answer));
    },
  );
  app.get(
    '/recommendation/scorers',
    {
      config: { access: 'read', module },
      schema: {
        tags,
        summary: 'What slots can be ranked by',
        response: { 200: { type: 'array', items: scorerSchema }, ...failures },
      },
    },
    async () => listScorers(),
  );
  app.post(
    '/recommendation/hold',
    {
      config: { access: ['plan', 'import'], module },
      schema: { tags, summary: 'Hold a slot', body: holdBody, response: { 200: { $ref: 'SlotHold#' }, ...failures } },
    },
    (request, reply) =>
      answerOnce(
        deps,
        request,
        reply,
        (hold: ShownHold) => asJson(200, hold),
        (guard) => holdSlot(deps, callerOf(request), request.body, goneSignal(reply), guard),
      ),
  );
  app.delete(
    '/recommendation/hold',
    {
      config: { access: ['plan', 'import'], module },
      schema: {
        tags,
        summary: 'Let a slot go',
        body: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
        response: {
          200: { type: 'object', properties: { released: { type: 'boolean' } }, required: ['released'] },
          ...failures,
        },
      },
    },
    (request) => releaseSlot(deps, callerOf(request), request.body),
  );
  app.post(
    '/recommendation/book',
    {
      config: { access: ['plan', 'import'], module },
      schema: {
        tags,
        summary: 'Book a slot',
        description: 'Makes the appointment, or answers 409 with what else there is.',
        body: bookBody,
        response: { 201: { $ref: 'AppointmentWhole#' }, ...failures },
      },
    },
    (request, reply) =>
      answerOnce(deps, request, reply, renderBooked, (guard) =>
        bookSlot(deps, callerOf(request), request.body, goneSignal(reply), guard),
      ),
  );
}
