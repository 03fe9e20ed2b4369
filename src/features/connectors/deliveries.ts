import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import { rowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { signalChanges } from '../../records/storage/change-signal.ts';
import { refuseFiltered } from '../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { acknowledge, deliveryById, listDeliveries, replayDeliveries, type StoredDelivery } from './delivery-store.ts';
import { receiverById } from './receiver-store.ts';
import { deliverable, findReceiver, type ReceiverName } from './receivers.ts';
import type { Acknowledgement, DeliveryQuery, ReplayBody } from './receivers-contract.ts';
import { isUuid, replayOf } from './replay.ts';

export type ShownDelivery = Readonly<Record<string, unknown>>;

function shown(delivery: StoredDelivery, zone: string): ShownDelivery {
  const at = (instant: number | null): string | null => (instant === null ? null : formatInstant(zone, instant));
  return {
    id: delivery.id,
    entity: delivery.entity,
    recordId: delivery.recordId,
    change: delivery.changeNo,
    action: delivery.action,
    sourceApp: delivery.sourceApp,
    status: delivery.status,
    createdAt: at(delivery.createdAt),
    endedAt: at(delivery.endedAt),
    nextAttemptAt: delivery.status === 'waiting' ? at(delivery.nextAt) : null,
    attemptCount: delivery.attemptCount,
    attempts: delivery.attempts.map((attempt) => ({
      at: at(attempt.at),
      status: attempt.code,
      durationMs: attempt.ms,
      error: attempt.error,
      answer: attempt.answer,
    })),
    ack: delivery.ack,
    ackMessage: delivery.ackMessage,
    ackAt: at(delivery.ackAt),
  };
}

/** GET …/deliveries: the newest first, with the results of attempts. */
export async function deliveriesOf(
  deps: HasDatabase,
  caller: Caller,
  name: ReceiverName,
  { status, ...page }: DeliveryQuery,
): Promise<{ deliveries: ShownDelivery[]; total: number }> {
  refuseFiltered(caller, 'Deliveries');
  const { id } = await findReceiver(deps, caller, name);
  const { deliveries, total } = await listDeliveries(deps.db, caller.tenantId, id, {
    status: status ?? null,
    ...rowsOf(page),
  });
  return { deliveries: deliveries.map((each) => shown(each, caller.timeZone)), total };
}

/** GET …/deliveries/{id}: one of them, with its body. */
export async function showDelivery(
  deps: HasDatabase,
  caller: Caller,
  name: ReceiverName,
  id: string,
): Promise<ShownDelivery> {
  refuseFiltered(caller, 'Deliveries');
  const receiver = await findReceiver(deps, caller, name);
  const found = isUuid(id) ? await deliveryById(deps.db, caller.tenantId, id) : undefined;
  if (found?.receiverId !== receiver.id) throw refuse('APP001', `There is no delivery ${id.slice(0, 50)}.`);
  return { ...shown(found, caller.timeZone), body: found.body };
}

/** POST …/replay: sends ended deliveries again, with the same id and body. */
export async function replay(
  deps: HasDatabase,
  caller: Caller,
  name: ReceiverName,
  body: ReplayBody,
  guard?: Guard<{ replayed: number }>,
): Promise<{ replayed: number }> {
  const what = replayOf(body, caller.timeZone);
  return guardedly(deps, caller, guard, async (tx) => {
    const { id } = deliverable(await findReceiver({ db: tx }, caller, name));
    const replayed = await replayDeliveries(tx, caller.tenantId, id, what);
    const [single] = 'ids' in what && what.ids.length === 1 ? what.ids : [];
    if (single !== undefined && replayed === 0 && !(await isOf(tx, caller, id, single)))
      throw refuse('APP001', `There is no delivery ${single}.`, 'deliveryId');
    if (replayed > 0) await signalChanges(tx, caller.tenantId);
    return { replayed };
  });
}

const isOf = async (db: Session, caller: Caller, receiverId: number, id: string): Promise<boolean> =>
  (await deliveryById(db, caller.tenantId, id))?.receiverId === receiverId;

/** The key of a connector reaches what was sent to that connector. */
const isOfConnector = async (db: Session, { tenantId, connectorId }: Caller, receiverId: number): Promise<boolean> =>
  connectorId === undefined || (await receiverById(db, tenantId, receiverId))?.connectorId === connectorId;

/** POST /deliveries/{id}/ack: the outcome in the back office. Safe to repeat. */
export async function acknowledgeDelivery(
  deps: HasDatabase,
  caller: Caller,
  id: string,
  { status, message }: Acknowledgement,
  guard?: Guard<ShownDelivery>,
): Promise<ShownDelivery> {
  return guardedly(deps, caller, guard, async (tx) => {
    const find = () => (isUuid(id) ? deliveryById(tx, caller.tenantId, id) : undefined);
    const found = await find();
    if (!found || !mayReach(caller, found.sourceApp) || !(await isOfConnector(tx, caller, found.receiverId)))
      throw refuse('APP001', `There is no delivery ${id.slice(0, 50)}.`);
    await acknowledge(tx, caller.tenantId, id, { status, message: message ?? null, by: caller.actor });
    return shown((await find()) ?? found, caller.timeZone);
  });
}
