import { errorReasons, receiverStates } from '../../domain/receiver-state.ts';
import { exactly, nullableText, text, whole } from '../../platform/http/shapes.ts';

const nullableTime = { type: ['string', 'null'], format: 'date-time' };
const time = { type: 'string', format: 'date-time' };

const attempt = exactly({
  at: time,
  status: { type: ['integer', 'null'], description: 'HTTP status; null if there was no response.' },
  durationMs: whole,
  error: nullableText,
  answer: { ...nullableText, description: 'The beginning of the response body.' },
});

export const deliverySchema = exactly({
  id: { ...text, format: 'uuid', description: 'The webhook-id of every attempt.' },
  entity: { enum: ['Appointment', 'TimeEntry'] },
  recordId: whole,
  change: { ...whole, description: 'The number of the last change of the write that it reports.' },
  action: { enum: ['I', 'U', 'D'] },
  sourceApp: nullableText,
  status: { enum: ['waiting', 'delivered', 'dead'] },
  createdAt: time,
  endedAt: nullableTime,
  nextAttemptAt: nullableTime,
  attemptCount: whole,
  attempts: { type: 'array', items: attempt, description: 'The last 20 attempts.' },
  ack: { enum: ['processed', 'refused', null] },
  ackMessage: nullableText,
  ackAt: nullableTime,
});

/** One delivery with its body. */
export const wholeDeliverySchema = exactly({ ...deliverySchema.properties, body: text });

const lastError = {
  ...exactly({
    at: nullableTime,
    reason: { enum: errorReasons },
    message: text,
  }),
  type: ['object', 'null'],
  description: 'How the last attempt that failed failed, a test event included.',
};

export const receiverSchema = exactly({
  state: {
    enum: receiverStates,
    description:
      'neverUsed: nothing was sent successfully yet. failing: nothing has succeeded since `failingSince`. retrying: some deliveries fail. failedDeliveries: some were given up. notSupported: its settings cannot be delivered to.',
  },
  enabled: { type: 'boolean' },
  paused: { type: 'boolean' },
  pausedAt: nullableTime,
  pausedBy: nullableText,
  pauseReason: nullableText,
  failingSince: { ...nullableTime, description: 'No delivery has succeeded since then; null while it works.' },
  failingReason: nullableText,
  suspended: {
    type: 'boolean',
    description: 'It failed for a day: deliveries are recorded, and wait until it is resumed.',
  },
  suspendedAt: nullableTime,
  lastSuccessAt: { ...nullableTime, description: 'Of a delivery or a test event.' },
  lastError,
  failures: { ...whole, description: 'Consecutive failures.' },
  restSeconds: { ...whole, description: 'No attempt is made before this time.' },
  waiting: whole,
  retrying: { ...whole, description: 'Pending deliveries that failed at least once.' },
  dead: whole,
  oldestWaiting: nullableTime,
  signed: { type: 'boolean' },
  formerSecretUntil: nullableTime,
});

/** One of all receivers. */
export const listedReceiverSchema = exactly({
  kind: { enum: ['connector', 'webhook'] },
  id: whole,
  event: { ...nullableText, description: 'Of a webhook.' },
  name: nullableText,
  ...receiverSchema.properties,
});

export const secretAnswer = exactly({ secret: text, formerSecretUntil: nullableTime });

export const testAnswer = exactly({
  deliveryId: text,
  delivered: { type: 'boolean' },
  status: { type: ['integer', 'null'] },
  durationMs: whole,
  reason: { enum: [...errorReasons, null], description: 'Why it failed; null if it was delivered.' },
  error: nullableText,
  answer: nullableText,
});

export const webhookSchema = exactly({
  id: whole,
  event: text,
  name: nullableText,
  sourceApp: nullableText,
  notificationURL: text,
  resource: nullableText,
  changeType: { type: 'array', items: text },
  createdAt: time,
  createdBy: text,
});

const nullableTexts = { type: ['array', 'null'], items: text };

export const cursorSchema = exactly({
  name: text,
  entities: nullableTexts,
  sourceApps: nullableTexts,
  position: { ...whole, description: 'The last change that was acknowledged.' },
  last: { ...whole, description: 'The newest change of the tenant.' },
  leasedUntil: nullableTime,
  leasedBy: nullableText,
  createdAt: time,
  createdBy: text,
});

export const leaseAnswer = exactly({
  lease: { ...nullableText, description: 'Id to acknowledge; null if there is nothing new.' },
  leasedUntil: nullableTime,
  changes: { type: 'array', items: { $ref: 'Change#' } },
  position: whole,
  last: whole,
});

export const leaseAckAnswer = exactly({ position: whole, last: whole });
