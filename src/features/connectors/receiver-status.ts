import { unsupportedReason } from '../../domain/connector-support.ts';
import { type ReceiverState, receiverState } from '../../domain/receiver-state.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { alignReceivers, type Backlog, backlogsOf, type Receiver, receiversOf } from './receiver-store.ts';

/** The error of the last attempt that failed. */
interface LastError {
  readonly at: string | null;
  readonly reason: string;
  readonly message: string;
}

export interface ShownReceiver {
  readonly state: ReceiverState;
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
  readonly lastSuccessAt: string | null;
  readonly lastError: LastError | null;
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

/** A receiver without a source system is for callers that may read all of them. */
export const isWithinReach = (caller: Caller, { sourceApp }: Pick<Receiver, 'sourceApp'>): boolean =>
  sourceApp === null ? caller.sourceApps === null : mayReach(caller, sourceApp);

/** The delivery status of a receiver. */
export function receiverStatus(receiver: Receiver, backlog: Backlog, zone: string): ShownReceiver {
  const at = (instant: number | null): string | null => (instant === null ? null : formatInstant(zone, instant));
  const isSupported = unsupportedReason({ ...receiver, uri: receiver.address }) === null;
  return {
    state: receiverState({ ...receiver, ...backlog, isSupported }),
    enabled: receiver.enabled,
    paused: receiver.pausedAt !== null,
    pausedAt: at(receiver.pausedAt),
    pausedBy: receiver.pausedBy,
    pauseReason: receiver.pauseReason,
    failingSince: at(receiver.failingSince),
    failingReason: receiver.failingReason,
    suspended: receiver.suspendedAt !== null,
    suspendedAt: at(receiver.suspendedAt),
    lastSuccessAt: at(receiver.lastSuccessAt),
    lastError:
      receiver.lastError === null
        ? null
        : {
            at: at(receiver.lastErrorAt),
            reason: receiver.lastErrorReason ?? 'other',
            message: receiver.lastError,
          },
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

export type ListedReceiver = ShownReceiver & {
  readonly kind: 'connector' | 'webhook';
  readonly id: number;
  readonly event: string | null;
  readonly name: string | null;
};

export const noBacklog: Backlog = { waiting: 0, retrying: 0, dead: 0, oldestWaiting: null };

/** GET /receiver: the delivery status of all connectors and webhooks. */
export async function listReceivers({ db }: { readonly db: Session }, caller: Caller): Promise<ListedReceiver[]> {
  await alignReceivers(db, caller.tenantId);
  const [receivers, backlogs] = [await receiversOf(db, caller.tenantId), await backlogsOf(db, caller.tenantId)];
  return receivers
    .filter((receiver) => isWithinReach(caller, receiver))
    .map((receiver) => ({
      kind: receiver.connectorId === null ? 'webhook' : 'connector',
      id: receiver.connectorId ?? receiver.webhookId ?? 0,
      event: receiver.event,
      name: receiver.name,
      ...receiverStatus(receiver, backlogs.get(receiver.id) ?? noBacklog, caller.timeZone),
    }));
}
