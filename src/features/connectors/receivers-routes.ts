import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { goneSignal } from '../../platform/http/gone-signal.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasExtensions } from '../../records/extensions.ts';
import { answerOnce, asJson, withLocation } from '../../records/routes/answer-once.ts';
import { acknowledgeDelivery, deliveriesOf, replay, type ShownDelivery, showDelivery } from './deliveries.ts';
import type { HasOutbound } from './outbound.ts';
import {
  ackBody,
  deliverySchema,
  receiverSchema,
  replayBody,
  secretAnswer,
  secretBody,
  testAnswer,
  webhookBody,
  webhookSchema,
  wholeDeliverySchema,
} from './outbound-schemas.ts';
import {
  type GivenSecret,
  giveSecret,
  pause,
  type ReceiverName,
  resume,
  type ShownReceiver,
  showReceiver,
  testReceiver,
} from './receivers.ts';
import { endWebhook, listWebhooks, type RegisteredWebhook, registerWebhook, webhookEvents } from './webhooks.ts';

/** Who may say where data go. */
const TO_CONNECTORS = { access: 'admin' } as const;
const TO_WEBHOOKS = { access: ['import', 'admin'] } as const;

type Params = Readonly<Record<string, string>>;
const paramsOf = (request: FastifyRequest): Params => request.params as Params;
const ofText = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(
    names.map((name) => [name, name === 'event' ? { type: 'string', enum: webhookEvents } : { type: 'string' }]),
  ),
  required: names,
});

/** What connectors and webhooks have in common, and the registration of webhooks. */
export function receiverRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasExtensions & HasClock & HasOutbound & HasQuotas & HasSealer,
): void {
  sendingRoutes(app, deps, {
    path: '/connector/:id',
    tags: ['Connector'],
    what: 'connector',
    config: TO_CONNECTORS,
    params: ofText('id'),
    name: ({ id = '' }) => ({ connector: id }),
  });
  sendingRoutes(app, deps, {
    path: '/webhooks/:event/:id',
    tags: ['Webhook'],
    what: 'webhook',
    config: TO_WEBHOOKS,
    params: ofText('event', 'id'),
    name: ({ event = '', id = '' }) => ({ event, webhook: id }),
  });
  webhookRoutes(app, deps);
  app.post(
    '/deliveries/:id/ack',
    {
      config: { access: ['import', 'admin'] },
      schema: {
        tags: ['Connector'],
        summary: 'Report the outcome of a delivery',
        description:
          'For a receiver that returned 202: the appointment shows the outcome as `backOffice`. The id is the `webhook-id` of the delivery. Safe to repeat.',
        params: ofText('id'),
        body: ackBody,
        response: { 200: deliverySchema, ...failures },
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        { request, reply },
        (delivery: ShownDelivery) => asJson(200, delivery),
        (guard) => acknowledgeDelivery(deps, callerOf(request), paramsOf(request)['id'] ?? '', request.body, guard),
      ),
  );
}

interface Kind {
  readonly path: string;
  readonly tags: readonly string[];
  readonly what: string;
  readonly config: typeof TO_CONNECTORS | typeof TO_WEBHOOKS;
  readonly params: ReturnType<typeof ofText>;
  readonly name: (params: Params) => ReceiverName;
}

function sendingRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasClock & HasOutbound & HasSealer & HasExtensions,
  { path, tags, what, config, params, name }: Kind,
): void {
  const common = { tags, params };
  const nameOf = (request: FastifyRequest): ReceiverName => name(paramsOf(request));
  app.get(
    `${path}/sending`,
    {
      config,
      schema: {
        ...common,
        summary: `Show the delivery status of a ${what}`,
        response: { 200: receiverSchema, ...failures },
      },
    },
    (request) => showReceiver(deps, callerOf(request), nameOf(request)),
  );
  app.get(
    `${path}/deliveries`,
    {
      config,
      schema: {
        ...common,
        summary: `List deliveries to a ${what}, newest first`,
        querystring: {
          type: 'object',
          properties: {
            page: { type: 'integer', minimum: 1 },
            limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
            status: { type: 'string', enum: ['waiting', 'delivered', 'dead'] },
          },
        },
        response: { 200: { type: 'array', items: deliverySchema }, ...failures },
      },
    },
    async (request, reply) => {
      const { deliveries, total } = await deliveriesOf(
        deps,
        callerOf(request),
        nameOf(request),
        request.query as RawQuery,
      );
      reply.header('x-total-count', String(total));
      return deliveries;
    },
  );
  app.get(
    `${path}/deliveries/:deliveryId`,
    {
      config,
      schema: {
        ...common,
        params: {
          ...params,
          properties: { ...params.properties, deliveryId: { type: 'string' } },
          required: [...params.required, 'deliveryId'],
        },
        summary: `Show a delivery to a ${what} with its body`,
        response: { 200: wholeDeliverySchema, ...failures },
      },
    },
    (request) => showDelivery(deps, callerOf(request), nameOf(request), paramsOf(request)['deliveryId'] ?? ''),
  );
  app.post(
    `${path}/replay`,
    {
      config,
      schema: {
        ...common,
        summary: `Send deliveries of a ${what} again`,
        description: 'One, several, or all in a range of change numbers or times. Ids and bodies stay the same.',
        body: replayBody,
        response: {
          200: { type: 'object', properties: { replayed: { type: 'integer' } }, required: ['replayed'] },
          ...failures,
        },
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        { request, reply },
        (told: { replayed: number }) => asJson(200, told),
        (guard) => replay(deps, callerOf(request), nameOf(request), request.body, guard),
      ),
  );
  for (const [verb, operation, description] of [
    ['pause', pause, 'Deliveries are recorded and wait until it is resumed.'],
    [
      'resume',
      resume,
      'Ends a pause or a suspension. Pending deliveries are sent in order, and retried for three days again.',
    ],
  ] as const)
    app.post(
      `${path}/${verb}`,
      {
        config,
        schema: {
          ...common,
          summary: `${verb === 'pause' ? 'Pause' : 'Resume'} a ${what}`,
          description,
          response: { 200: receiverSchema, ...failures },
        },
      },
      (request, reply) =>
        answerOnce(
          deps,
          { request, reply },
          (receiver: ShownReceiver) => asJson(200, receiver),
          (guard) => operation(deps, callerOf(request), nameOf(request), guard),
        ),
    );
  app.post(
    `${path}/test`,
    {
      config,
      schema: {
        ...common,
        summary: `Send a test event to a ${what}`,
        description:
          'Sent immediately, signed and authenticated like a delivery. The response contains the response of the receiver.',
        response: { 200: testAnswer, ...failures },
      },
    },
    (request, reply) => testReceiver(deps, callerOf(request), nameOf(request), goneSignal(reply)),
  );
  app.post(
    `${path}/secret`,
    {
      config,
      schema: {
        ...common,
        summary: `Create a signing secret for a ${what}`,
        description: 'Only this response contains it. The previous secret stays valid for overlapHours (24).',
        body: secretBody,
        response: { 200: secretAnswer, ...failures },
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        { request, reply },
        (given: GivenSecret) => asJson(200, given),
        (guard) => giveSecret(deps, callerOf(request), nameOf(request), request.body ?? undefined, guard),
      ),
  );
}

function webhookRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasExtensions & HasClock & HasOutbound & HasQuotas & HasSealer,
): void {
  const common = { tags: ['Webhook'] };
  const config = TO_WEBHOOKS;
  app.get(
    '/webhooks',
    {
      config,
      schema: {
        ...common,
        summary: 'List: webhooks',
        response: { 200: { type: 'array', items: webhookSchema }, ...failures },
      },
    },
    (request) => listWebhooks(deps, callerOf(request)),
  );
  app.post(
    '/webhooks/:event',
    {
      config,
      schema: {
        ...common,
        summary: 'Register a webhook',
        description:
          'The response contains the signing secret, which is not shown again, and the Location for its deletion.',
        params: ofText('event'),
        body: webhookBody,
        response: {
          201: {
            ...webhookSchema,
            properties: { ...webhookSchema.properties, secret: { type: 'string' } },
            required: [...webhookSchema.required, 'secret'],
          },
          ...failures,
        },
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        { request, reply },
        withLocation<RegisteredWebhook>(201, ({ event, id }) => `/webhooks/${event}/${id}`),
        (guard) => registerWebhook(deps, callerOf(request), paramsOf(request)['event'] ?? '', request.body, guard),
      ),
  );
  app.delete(
    '/webhooks/:event/:id',
    {
      config,
      schema: {
        ...common,
        summary: 'End a webhook',
        params: ofText('event', 'id'),
        response: { 200: webhookSchema, ...failures },
      },
    },
    (request) => {
      const { event = '', id = '' } = paramsOf(request);
      return endWebhook(deps, callerOf(request), event, id);
    },
  );
}
