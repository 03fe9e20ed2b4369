import { randomUUID } from 'node:crypto';
import { unsupportedReason } from '../../domain/connector-support.ts';
import { refuse } from '../../domain/errors.ts';
import { failureText, verdictOf } from '../../domain/outbound.ts';
import { type ErrorReason, errorReasonOf } from '../../domain/receiver-state.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { NotSent } from '../../platform/outbound/outbound-client.ts';
import { newSecret } from '../../platform/outbound/standard-webhooks.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasExtensions } from '../../records/extensions.ts';
import { signalChanges } from '../../records/storage/change-signal.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { Credentials } from './credentials.ts';
import type { HasOutbound } from './outbound.ts';
import { excerpt, postTo, unsentReason } from './post-to.ts';
import { noteResults } from './receiver-results-store.ts';
import { isWithinReach, noBacklog, receiverStatus, type ShownReceiver } from './receiver-status.ts';
import {
  alignReceivers,
  backlogsOf,
  exchangeSecret,
  pauseReceiver,
  type Receiver,
  receiverOf,
  resumeReceiver,
} from './receiver-store.ts';
import type { SecretBody } from './receivers-contract.ts';
import { withdrawNotification } from './suspension.ts';

/** What the path names: a connector by its id, or a webhook by its event and id. */
export type ReceiverName = { readonly connector: string } | { readonly event: string; readonly webhook: string };

/** A receiver of another tenant, or of a source system that the caller may not read, does not exist for the caller. */
export async function findReceiver(
  { db }: { readonly db: Session },
  caller: Caller,
  name: ReceiverName,
): Promise<Receiver> {
  const isConnector = 'connector' in name;
  const id = isConnector ? name.connector : name.webhook;
  const what = isConnector ? 'connector' : 'webhook';
  const missing = () => refuse('APP001', `There is no ${what} ${id.slice(0, 50)}.`);
  if (!/^\d{1,9}$/.test(id)) throw missing();
  if (isConnector) await alignReceivers(db, caller.tenantId);
  const found = await receiverOf(
    db,
    caller.tenantId,
    isConnector ? { connectorId: Number(id) } : { webhookId: Number(id) },
  );
  const isMeant = isConnector || found?.event?.toLowerCase() === name.event.toLowerCase();
  if (!found || !isMeant || !isWithinReach(caller, found)) throw missing();
  return found;
}

/** Refuses to send to a connector whose settings are not supported. */
export function deliverable(receiver: Receiver): Receiver {
  const reason = unsupportedReason({ ...receiver, uri: receiver.address });
  if (reason) throw refuse('REQ026', `Nothing can be sent to the connector: ${reason}.`);
  return receiver;
}

/** GET …/sending: the delivery status. */
export async function showReceiver(
  { db }: { readonly db: Session },
  caller: Caller,
  name: ReceiverName,
): Promise<ShownReceiver> {
  const receiver = await findReceiver({ db }, caller, name);
  const backlogs = await backlogsOf(db, caller.tenantId, receiver.id);
  return receiverStatus(receiver, backlogs.get(receiver.id) ?? noBacklog, caller.timeZone);
}

/** POST …/pause: deliveries are recorded, and wait. */
export const pause = (
  deps: HasDatabase,
  caller: Caller,
  name: ReceiverName,
  guard?: Guard<ShownReceiver>,
): Promise<ShownReceiver> =>
  guardedly(deps, caller, guard, async (tx) => {
    const { id } = await findReceiver({ db: tx }, caller, name);
    await pauseReceiver(tx, caller.tenantId, id, caller.actor, null);
    return showReceiver({ db: tx }, caller, name);
  });

/** POST …/resume: ends a pause or a suspension; pending deliveries are sent. */
export const resume = (
  deps: HasDatabase & HasExtensions & HasClock & HasSealer,
  caller: Caller,
  name: ReceiverName,
  guard?: Guard<ShownReceiver>,
): Promise<ShownReceiver> =>
  guardedly(deps, caller, guard, async (tx) => {
    const receiver = deliverable(await findReceiver({ db: tx }, caller, name));
    await resumeReceiver(tx, caller.tenantId, receiver.id);
    await signalChanges(tx, caller.tenantId);
    const resumed = await showReceiver({ db: tx }, caller, name);
    if (receiver.suspendedAt !== null) await withdrawNotification(deps, tx, receiver);
    return resumed;
  });

export interface GivenSecret {
  readonly secret: string;
  readonly formerSecretUntil: string | null;
}

/** POST …/secret: a new signing secret, which is shown once. The previous one stays valid for a while. */
export async function giveSecret(
  deps: HasDatabase & HasSealer,
  caller: Caller,
  name: ReceiverName,
  { overlapHours }: SecretBody,
  guard?: Guard<GivenSecret>,
): Promise<GivenSecret> {
  const secret = newSecret();
  return guardedly(deps, caller, guard, async (tx) => {
    const { id } = await findReceiver({ db: tx }, caller, name);
    await exchangeSecret(tx, caller.tenantId, id, deps.sealer.seal(secret), overlapHours * 3600);
    const { formerSecretUntil } = await showReceiver({ db: tx }, caller, name);
    return { secret, formerSecretUntil };
  });
}

export interface TestAnswer {
  readonly deliveryId: string;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly durationMs: number;
  readonly reason: ErrorReason | null;
  readonly error: string | null;
  readonly answer: string | null;
}

/** POST …/test: sends a test event at once; the result contains the response of the receiver. */
export async function testReceiver(
  deps: HasDatabase & HasClock & HasOutbound & HasSealer,
  caller: Caller,
  name: ReceiverName,
  signal: AbortSignal,
): Promise<TestAnswer> {
  const receiver = deliverable(await findReceiver(deps, caller, name));
  const result = await sendTest(deps, caller, receiver, signal);
  const { reason, error, status } = result;
  const failed = reason && { reason, message: error ?? failureText(status ?? 0) };
  await noteResults(deps.db, caller.tenantId, receiver.id, result.delivered, failed ?? undefined);
  return result;
}

async function sendTest(
  deps: HasClock & HasOutbound & HasSealer,
  caller: Caller,
  receiver: Receiver,
  signal: AbortSignal,
): Promise<TestAnswer> {
  const deliveryId = randomUUID();
  const body = JSON.stringify({
    Entity: 'Test',
    SentDate: formatInstant(caller.timeZone, deps.now().getTime()),
    SentUser: caller.actor,
  });
  const client = deps.outbound.openClient();
  const began = performance.now();
  const unanswered = { deliveryId, durationMs: 0, status: null, answer: null };
  try {
    const credentials = new Credentials(deps, client);
    const message = { id: deliveryId, body, traceParent: caller.traceParent };
    const sent = await postTo(deps, client, credentials, receiver, message, signal);
    const delivered = verdictOf(sent.status) === 'delivered';
    return {
      ...unanswered,
      delivered,
      status: sent.status,
      durationMs: Math.round(sent.ms),
      reason: delivered ? null : errorReasonOf(sent.status),
      error: null,
      answer: excerpt(sent.answer),
    };
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    const durationMs = Math.round(performance.now() - began);
    return { ...unanswered, delivered: false, durationMs, reason: unsentReason(error), error: error.message };
  } finally {
    await client.close();
  }
}
