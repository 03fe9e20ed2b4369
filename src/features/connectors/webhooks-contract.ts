import { MOST_TEXTS } from '../../domain/text-limits.ts';
import { described, type Infer, shown } from '../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { list, text } from '../../platform/contract/values.ts';
import { webhookSchema } from './outbound-schemas.ts';
import { eventParam, webhookAccess } from './receivers-contract.ts';

const shared = { access: webhookAccess, tags: ['Webhook'] };

/** A text whose limit the API description shows. */
const limited = (most: number) => shown(text(most), { maxLength: most });

const webhookBody = object({
  notificationURL: required(limited(1000)),
  sourceApp: described(limited(30), 'Default: all source systems.'),
  name: limited(200),
  resource: described(limited(200), 'Stored and returned, without effect.'),
  changeType: withDefault(
    described(list(text(50), MOST_TEXTS), 'Stored and returned; the path determines the changes that are sent.'),
    [],
  ),
});
export type WebhookBody = Infer<typeof webhookBody>;

export const listWebhooks = contract({
  ...shared,
  method: 'GET',
  path: '/webhooks',
  summary: 'List: webhooks',
  response: { 200: { type: 'array', items: webhookSchema } },
});

export const registerWebhook = contract({
  ...shared,
  method: 'POST',
  path: '/webhooks/:event',
  summary: 'Register a webhook',
  description:
    'The response contains the signing secret, which is not shown again, and the Location for its deletion, an absolute address.',
  params: { event: eventParam },
  body: webhookBody,
  response: {
    201: {
      ...webhookSchema,
      properties: { ...webhookSchema.properties, secret: { type: 'string' } },
      required: [...webhookSchema.required, 'secret'],
    },
  },
});

export const endWebhook = contract({
  ...shared,
  method: 'DELETE',
  path: '/webhooks/:event/:id',
  summary: 'End a webhook',
  params: { event: eventParam, id: { type: 'string' } },
  response: { 200: webhookSchema },
});
