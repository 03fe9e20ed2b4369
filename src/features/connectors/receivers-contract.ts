import { described, type Infer, type JsonSchema, refined, shown } from '../../platform/contract/kind.ts';
import { object, query, required, withDefault } from '../../platform/contract/object.ts';
import { LAST_PAGE, paging } from '../../platform/contract/paging.ts';
import { type Contract, contract } from '../../platform/contract/route.ts';
import { between, choice, integer, list, text } from '../../platform/contract/values.ts';
import {
  deliverySchema,
  listedReceiverSchema,
  receiverSchema,
  secretAnswer,
  testAnswer,
  wholeDeliverySchema,
} from './outbound-schemas.ts';
import { webhookEvents } from './webhook-events.ts';

/** Who may decide where webhooks send data to; for connectors it takes an administrator. */
export const webhookAccess = ['records.import', 'connectors.manage'] as const;

const textParam = { type: 'string' };
export const eventParam = { type: 'string', enum: webhookEvents };

const MOST_REPLAYED = 1000;
const LONGEST_OVERLAP_HOURS = 24 * 14;
const LONGEST_MESSAGE = 500;

const deliveryQuery = query({
  page: withDefault(shown(integer(1, LAST_PAGE), { minimum: 1 }), 1),
  limit: paging().limit,
  status: shown(choice(['waiting', 'delivered', 'dead']), { type: 'string' }),
});
export type DeliveryQuery = Infer<typeof deliveryQuery>;

const uuid = shown(text(), { format: 'uuid' });
const fewIds = refined(shown(list(uuid, 10 * MOST_REPLAYED), { maxItems: MOST_REPLAYED }), (ids, position) => {
  if (ids.length > MOST_REPLAYED) throw position.refuse('REQ014', `must have at most ${MOST_REPLAYED} entries.`);
  return ids;
});
const numberOrTime = shown(text(), { type: ['string', 'integer'] });

/** Either one or several deliveries, or a range. */
const replayBody = object({
  deliveryId: uuid,
  deliveryIds: withDefault(fewIds, []),
  from: described(numberOrTime, 'A change number, or a time.'),
  to: described(numberOrTime, 'The last one, inclusive; of the same kind.'),
});
export type ReplayBody = Infer<typeof replayBody>;

const secretBody = object({
  overlapHours: withDefault(
    shown(between(0, LONGEST_OVERLAP_HOURS), { minimum: 0, maximum: LONGEST_OVERLAP_HOURS }),
    24,
    24,
  ),
});
export type SecretBody = Infer<typeof secretBody>;

/** What connectors and webhooks have in common, by the path that names one. */
function sendingOf<P extends string>(common: {
  readonly path: string;
  readonly what: string;
  readonly tags: readonly string[];
  readonly access: Contract<unknown, unknown, P>['access'];
  readonly params: Readonly<Record<P, JsonSchema>>;
}) {
  const { path, what, tags, access, params } = common;
  const shared = { tags, access, params };
  return {
    show: contract({
      ...shared,
      method: 'GET',
      path: `${path}/sending`,
      summary: `Show the delivery status of a ${what}`,
      response: { 200: receiverSchema },
    }),
    listDeliveries: contract({
      ...shared,
      method: 'GET',
      path: `${path}/deliveries`,
      summary: `List deliveries to a ${what}, newest first`,
      query: deliveryQuery,
      response: { 200: { type: 'array', items: deliverySchema } },
    }),
    showDelivery: contract<undefined, undefined, P | 'deliveryId'>({
      ...shared,
      method: 'GET',
      path: `${path}/deliveries/:deliveryId`,
      params: { ...params, deliveryId: textParam } as Readonly<Record<P | 'deliveryId', JsonSchema>>,
      summary: `Show a delivery to a ${what} with its body`,
      response: { 200: wholeDeliverySchema },
    }),
    replay: contract({
      ...shared,
      method: 'POST',
      path: `${path}/replay`,
      summary: `Send deliveries of a ${what} again`,
      description: 'One, several, or all in a range of change numbers or times. Ids and bodies stay the same.',
      body: replayBody,
      response: { 200: { type: 'object', properties: { replayed: { type: 'integer' } }, required: ['replayed'] } },
    }),
    pause: contract({
      ...shared,
      method: 'POST',
      path: `${path}/pause`,
      summary: `Pause a ${what}`,
      description: 'Deliveries are recorded and wait until it is resumed.',
      response: { 200: receiverSchema },
    }),
    resume: contract({
      ...shared,
      method: 'POST',
      path: `${path}/resume`,
      summary: `Resume a ${what}`,
      description:
        'Ends a pause or a suspension. Pending deliveries are sent in order, and retried for three days again.',
      response: { 200: receiverSchema },
    }),
    test: contract({
      ...shared,
      method: 'POST',
      path: `${path}/test`,
      summary: `Send a test event to a ${what}`,
      description:
        'Sent immediately, signed and authenticated like a delivery. The response contains the response of the receiver.',
      response: { 200: testAnswer },
    }),
    createSecret: contract({
      ...shared,
      method: 'POST',
      path: `${path}/secret`,
      summary: `Create a signing secret for a ${what}`,
      description: 'Only this response contains it. The previous secret stays valid for overlapHours (24).',
      body: secretBody,
      bodyIsOptional: true,
      response: { 200: secretAnswer },
    }),
  };
}
export type SendingContracts<P extends string> = ReturnType<typeof sendingOf<P>>;

export const connectorSending = sendingOf({
  path: '/connector/:id',
  what: 'connector',
  tags: ['Connector'],
  access: 'connectors.manage',
  params: { id: textParam },
});

export const webhookSending = sendingOf({
  path: '/webhooks/:event/:id',
  what: 'webhook',
  tags: ['Webhook'],
  access: webhookAccess,
  params: { event: eventParam, id: textParam },
});

export const listReceivers = contract({
  method: 'GET',
  path: '/receiver',
  access: 'connectors.manage',
  tags: ['Connector'],
  summary: 'List the delivery status of all connectors and webhooks',
  response: { 200: { type: 'array', items: listedReceiverSchema } },
});

const acknowledgementBody = object({
  status: required(choice(['processed', 'refused'])),
  message: shown(text(LONGEST_MESSAGE), { maxLength: LONGEST_MESSAGE }),
});
export type Acknowledgement = Infer<typeof acknowledgementBody>;

export const acknowledgeDelivery = contract({
  method: 'POST',
  path: '/deliveries/:id/ack',
  access: ['records.import', 'connectors.manage'],
  tags: ['Connector'],
  summary: 'Report the outcome of a delivery',
  description:
    'For a receiver that returned 202: the appointment shows the outcome as `backOffice`. The id is the `webhook-id` of the delivery. Safe to repeat.',
  params: { id: textParam },
  body: acknowledgementBody,
  response: { 200: deliverySchema },
});
