import { randomUUID } from 'node:crypto';
import { unsupportedReason } from '../../domain/connector-support.ts';
import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { NotSent } from '../../platform/outbound/outbound-client.ts';
import { newSecret } from '../../platform/outbound/standard-webhooks.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { HasExtensions } from '../../records/extensions.ts';
import { signalChanges } from '../../records/storage/change-log.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { Credentials } from './credentials.ts';
import type { HasOutbound } from './outbound.ts';
import { excerpt, postTo } from './post-to.ts';
import {
  alignReceivers,
  backlogOf,
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
  const isWithin = found && (found.sourceApp === null ? caller.sourceApps === null : mayReach(caller, found.sourceApp));
  if (!found || !isMeant || !isWithin) throw missing();
  return found;
}

/** Refuses to send to a connector whose settings are not supported. */
export function deliverable(receiver: Receiver): Receiver {
  const reason = unsupportedReason({ ...receiver, uri: receiver.address });
  if (reason) throw refuse('REQ026', `Nothing can be sent to the connector: ${reason}.`);
  return receiver;
}

export interface ShownReceiver {
  readonly enabled: boolean;
  readonly paused: boolean;
  readonly pausedAt: string | null;
  readonly pausedBy: string | null;
  readonly pauseReason: string | null;
  /** No delivery has succeeded since then; null while it works. */
  readonly failingSince: string | null;
  readonly failingReason: string | null;
  /** It failed for a day, and nothing is sent until it is resumed. */
  readonly suspended: boolean;
  readonly suspendedAt: string | null;
  /** Failures in a row. */
  readonly failures: number;
  readonly restSeconds: number;
  readonly waiting: number;
  /** Pending deliveries that failed at least once. */
  readonly retrying: number;
  readonly dead: number;
  readonly oldestWaiting: string | null;
  readonly signed: boolean;
  readonly formerSecretUntil: string | null;
}

/** GET …/sending: the delivery status. */
export async function showReceiver(
  { db }: { readonly db: Session },
  caller: Caller,
  name: ReceiverName,
): Promise<ShownReceiver> {
  const receiver = await findReceiver({ db }, caller, name);
  const backlog = await backlogOf(db, caller.tenantId, receiver.id);
  const at = (instant: number | null): string | null =>
    instant === null ? null : formatInstant(caller.timeZone, instant);
  return {
    enabled: receiver.enabled,
    paused: receiver.pausedAt !== null,
    pausedAt: at(receiver.pausedAt),
    pausedBy: receiver.pausedBy,
    pauseReason: receiver.pauseReason,
    failingSince: at(receiver.failingSince),
    failingReason: receiver.failingReason,
    suspended: receiver.suspendedAt !== null,
    suspendedAt: at(receiver.suspendedAt),
    failures: receiver.failures,
    restSeconds: Math.ceil(receiver.restMs / 1000),
    waiting: backlog.waiting,
    retrying: backlog.retrying,
    dead: backlog.dead,
    oldestWaiting: at(backlog.oldestWaiting),
    signed: receiver.secret !== null,
    formerSecretUntil: at(receiver.formerUntil),
  };
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
    const sent = await postTo(deps, client, credentials, receiver, { id: deliveryId, body }, signal);
    return {
      ...unanswered,
      delivered: sent.status >= 200 && sent.status < 300,
      status: sent.status,
      durationMs: Math.round(sent.ms),
      error: null,
      answer: excerpt(sent.answer),
    };
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    return { ...unanswered, delivered: false, durationMs: Math.round(performance.now() - began), error: error.message };
  } finally {
    await client.close();
  }
}
