import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { wrongAddress } from '../../platform/outbound/guard.ts';
import { newSecret } from '../../platform/outbound/standard-webhooks.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import { requireQuota } from '../../platform/require-quota.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasExtensions } from '../../records/extensions.ts';
import { refuseFiltered } from '../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import type { HasOutbound } from './outbound.ts';
import {
  deleteWebhook,
  insertWebhook,
  receiverOf,
  type StoredWebhook,
  webhookQuota,
  webhooksOf,
} from './receiver-store.ts';
import { withdrawNotification } from './suspension.ts';
import { eventNamed } from './webhook-events.ts';
import type { WebhookBody } from './webhooks-contract.ts';

export interface ShownWebhook {
  readonly id: number;
  readonly event: string;
  readonly name: string | null;
  readonly sourceApp: string | null;
  readonly notificationURL: string;
  readonly resource: string | null;
  readonly changeType: readonly string[];
  readonly createdAt: string;
  readonly createdBy: string;
}

export type RegisteredWebhook = ShownWebhook & { readonly secret: string };

const shown = (webhook: StoredWebhook, zone: string): ShownWebhook => ({
  id: webhook.id,
  event: webhook.event,
  name: webhook.name,
  sourceApp: webhook.sourceApp,
  notificationURL: webhook.notificationUrl,
  resource: webhook.resource,
  changeType: webhook.changeTypes,
  createdAt: formatInstant(zone, webhook.createdAt),
  createdBy: webhook.createdBy,
});

/** POST /webhooks/{event}: the path names the event. Only this response contains the secret. */
export async function registerWebhook(
  deps: HasDatabase & HasClock & HasOutbound & HasQuotas & HasSealer,
  caller: Caller,
  event: string,
  body: WebhookBody,
  guard?: Guard<RegisteredWebhook>,
): Promise<RegisteredWebhook> {
  refuseFiltered(caller, 'Webhooks');
  const named = eventNamed(event);
  const notificationUrl = body.notificationURL;
  const sourceApp = body.sourceApp ?? null;
  const wrong = wrongAddress(notificationUrl, deps.outbound.options);
  if (wrong) throw refuse('REQ025', `notificationURL: ${wrong}.`, 'notificationURL');
  const isWithin = sourceApp === null ? caller.sourceApps === null : mayReach(caller, sourceApp);
  if (!isWithin)
    throw refuse('USR004', `sourceApp: your key is limited to ${caller.sourceApps?.join(', ')}.`, 'sourceApp');
  const secret = newSecret();
  const wanted = {
    event: named,
    name: body.name ?? null,
    sourceApp,
    notificationUrl,
    resource: body.resource ?? null,
    changeTypes: body.changeType,
    createdBy: caller.actor,
    secret: deps.sealer.seal(secret),
  };
  return guardedly(deps, caller, guard, async (tx) => {
    const webhook = await insertWebhook(tx, caller.tenantId, wanted);
    await requireQuota(deps, tx, caller, 'webhook', webhookQuota);
    return { ...shown(webhook, caller.timeZone), secret };
  });
}

const isSeenBy =
  (caller: Caller) =>
  ({ sourceApp }: StoredWebhook): boolean =>
    sourceApp === null ? caller.sourceApps === null : mayReach(caller, sourceApp);

/** GET /webhooks: all of them. */
export const listWebhooks = async (deps: HasDatabase, caller: Caller): Promise<ShownWebhook[]> =>
  (await webhooksOf(deps.db, caller.tenantId)).filter(isSeenBy(caller)).map((each) => shown(each, caller.timeZone));

/** DELETE /webhooks/{event}/{id}: nothing more is sent to it, pending deliveries included. */
export async function endWebhook(
  deps: HasDatabase & HasExtensions & HasClock & HasSealer,
  caller: Caller,
  event: string,
  id: string,
): Promise<ShownWebhook> {
  const named = eventNamed(event);
  const missing = () => refuse('APP001', `There is no webhook ${id.slice(0, 50)} for ${named}.`);
  if (!/^\d{1,9}$/.test(id)) throw missing();
  return deps.db.write(caller.tenantId, async (tx) => {
    const receiver = await receiverOf(tx, caller.tenantId, { webhookId: Number(id) });
    const gone = await deleteWebhook(tx, caller.tenantId, named, Number(id), caller.sourceApps);
    if (!gone) throw missing();
    if (receiver && receiver.suspendedAt !== null) await withdrawNotification(deps, tx, receiver);
    return { commit: true, value: shown(gone, caller.timeZone) };
  });
}
