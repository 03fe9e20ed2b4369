import { formatInstant } from '../../domain/time/zone.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasExtensions } from '../../records/extensions.ts';
import { appendChanges } from '../../records/storage/change-log.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { writeCalls } from '../../records/writing/write-calls.ts';
import { WriteContext } from '../../records/writing/write-context.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { systemCaller } from '../access/create-tenant.ts';
import { tenantById } from '../access/tenant-store.ts';
import { type Receiver, suspendReceiver } from './receiver-store.ts';
import { suspensionCode } from './suspension-code.ts';
import { removeNotices } from './suspension-notices.ts';

/** NotificationType. */
const ERROR = 2;

/** Suspends a receiver and notifies the tenant, in one transaction. False if it was suspended already. */
export async function suspend(deps: WriteDeps, receiver: Receiver, since: number, reason: string): Promise<boolean> {
  const tenant = await tenantById(deps.db, receiver.tenantId);
  if (!tenant) return false;
  const what = receiver.connectorId === null ? 'Webhook' : 'Connector';
  const name = receiver.name ?? String(receiver.webhookId ?? receiver.connectorId);
  const text = `${what} ${name} is suspended: no delivery has succeeded since ${formatInstant(tenant.timeZone, since)}. ${reason} Deliveries are kept; resume it when it is reachable again.`;
  const call = fromObject('mboc_upsertNotification', {
    code: suspensionCode(receiver),
    type: ERROR,
    text,
    date: deps.now().toISOString(),
  });
  const suspend = async (tx: Transaction): Promise<void> => {
    if (!(await suspendReceiver(tx, receiver.tenantId, receiver.id, deps.now(), reason))) throw new TooLate();
  };
  try {
    await writeCalls(deps, systemCaller(tenant), [call], {
      // It is suspended whatever becomes of the notification.
      handling: 'lenient',
      dryRun: false,
      speak: 'property',
      keep: async (tx) => ({ kept: suspend(tx) }),
    });
    return true;
  } catch (error) {
    if (error instanceof TooLate) return false;
    throw error;
  }
}

/** Another process has suspended it, or it was deleted. */
class TooLate extends Error {}

/** Deletes the notification of a receiver that is resumed or deleted, in that transaction; it ends with the log. */
export async function withdrawNotification(
  deps: HasExtensions & HasClock & HasSealer,
  tx: Transaction,
  receiver: Receiver,
): Promise<void> {
  const tenant = await tenantById(tx, receiver.tenantId);
  if (!tenant) return;
  const caller = systemCaller(tenant);
  const context = new WriteContext(deps, tx, caller, false);
  await removeNotices(context, [suspensionCode(receiver)]);
  // A planner may have removed it already.
  if (context.changes.length > 0) await appendChanges(tx, tenant.id, caller, context.changes);
}
