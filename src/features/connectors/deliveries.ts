import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { Invalid, parseInstant, storable } from '../../domain/values/parse.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import { pageOf } from '../../platform/http/page.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { Body } from '../../platform/http/read-body.ts';
import { queryText } from '../../platform/http/time-window.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { ringBell } from '../../records/storage/change-log.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import {
  acknowledge,
  deliveryById,
  listDeliveries,
  type Replay,
  replayDeliveries,
  type StoredDelivery,
} from './delivery-store.ts';
import { findReceiver, type ReceiverName } from './receivers.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const STATUSES = ['waiting', 'delivered', 'dead'];
const LARGEST_PAGE = 1000;
const USUAL_PAGE = 100;

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

/** GET …/deliveries: the newest first, with what came of every attempt. */
export async function deliveriesOf(
  deps: HasDatabase,
  caller: Caller,
  name: ReceiverName,
  query: RawQuery,
): Promise<{ deliveries: ShownDelivery[]; total: number }> {
  const status = queryText(query, 'status')?.toLowerCase() ?? null;
  if (status !== null && !STATUSES.includes(status))
    throw refuse('REQ008', `status: must be one of ${STATUSES.join(', ')}.`, 'status');
  const page = pageOf(query, USUAL_PAGE, LARGEST_PAGE);
  const { id } = await findReceiver(deps, caller, name);
  const { deliveries, total } = await listDeliveries(deps.db, caller.tenantId, id, { status, ...page });
  return { deliveries: deliveries.map((each) => shown(each, caller.timeZone)), total };
}

/** GET …/deliveries/{id}: one of them, with the body that goes out. */
export async function showDelivery(
  deps: HasDatabase,
  caller: Caller,
  name: ReceiverName,
  id: string,
): Promise<ShownDelivery> {
  const receiver = await findReceiver(deps, caller, name);
  const found = UUID.test(id) ? await deliveryById(deps.db, caller.tenantId, id) : undefined;
  if (found?.receiverId !== receiver.id) throw refuse('APP001', `There is no delivery ${id.slice(0, 50)}.`);
  return { ...shown(found, caller.timeZone), body: found.body };
}

/** POST …/replay: what has ended goes out once more, under the same id and with the same body. */
export async function replay(
  deps: HasDatabase,
  caller: Caller,
  name: ReceiverName,
  sent: unknown,
  guard?: Guard<{ replayed: number }>,
): Promise<{ replayed: number }> {
  const what = replayIn(new Body(sent), caller.timeZone);
  return guardedly(deps, caller, guard, async (tx) => {
    const { id } = await findReceiver({ db: tx }, caller, name);
    const replayed = await replayDeliveries(tx, caller.tenantId, id, what);
    const [single] = 'ids' in what && what.ids.length === 1 ? what.ids : [];
    if (single !== undefined && replayed === 0 && !(await isOf(tx, caller, id, single)))
      throw refuse('APP001', `There is no delivery ${single}.`, 'deliveryId');
    if (replayed > 0) await ringBell(tx, caller.tenantId);
    return { replayed };
  });
}

const isOf = async (db: Session, caller: Caller, receiverId: number, id: string): Promise<boolean> =>
  (await deliveryById(db, caller.tenantId, id))?.receiverId === receiverId;

function replayIn(body: Body, zone: string): Replay {
  const id = body.text('deliveryId');
  const chosen = body.texts('deliveryIds');
  const [from, to] = [body.text('from'), body.text('to')];
  if (id !== undefined) {
    if (from !== undefined || to !== undefined || chosen.length > 0)
      throw refuse('REQ014', 'deliveryId: send one of deliveryId, deliveryIds, or from and to.', 'deliveryId');
    if (!UUID.test(id)) throw refuse('APP001', `There is no delivery ${id.slice(0, 50)}.`, 'deliveryId');
    return { ids: [id] };
  }
  if (chosen.length > 0) {
    if (chosen.length > LARGEST_PAGE) throw refuse('REQ014', `deliveryIds: at most ${LARGEST_PAGE}.`, 'deliveryIds');
    const odd = chosen.find((each) => !UUID.test(each));
    if (odd !== undefined) throw refuse('APP001', `There is no delivery ${odd.slice(0, 50)}.`, 'deliveryIds');
    return { ids: chosen };
  }
  if (from === undefined || to === undefined)
    throw refuse(
      'REQ015',
      'deliveryId, deliveryIds, or from and to, are required.',
      from === undefined ? 'from' : 'to',
    );
  if (/^\d+$/.test(from) && /^\d+$/.test(to)) {
    const [fromNo, toNo] = [Number(from), Number(to)];
    if (!(fromNo <= toNo && toNo <= Number.MAX_SAFE_INTEGER))
      throw refuse('REQ014', 'to: must not be before from.', 'to');
    return { fromNo, toNo };
  }
  const moment = (name: string, text: string): number => {
    const parsed = parseInstant(text, zone);
    if (parsed instanceof Invalid || parsed === null)
      throw refuse('REQ014', `${name}: must be a change number or a time; from and to must be of the same kind.`, name);
    return Date.parse(parsed);
  };
  const range = { fromAt: moment('from', from), toAt: moment('to', to) };
  if (range.fromAt > range.toAt) throw refuse('REQ014', 'to: must not be before from.', 'to');
  return range;
}

const LONGEST_MESSAGE = 500;

/** POST /deliveries/{id}/ack: what the back office made of it, once it knows. Sent again, it changes nothing. */
export async function acknowledgeDelivery(
  deps: HasDatabase,
  caller: Caller,
  id: string,
  sent: unknown,
  guard?: Guard<ShownDelivery>,
): Promise<ShownDelivery> {
  const body = new Body(sent);
  const status = body.needText('status').toLowerCase();
  if (status !== 'processed' && status !== 'refused')
    throw refuse('REQ014', 'status: must be processed or refused.', 'status');
  const message = body.text('message') ?? null;
  if (message !== null && message.length > LONGEST_MESSAGE)
    throw refuse('REQ013', `message: at most ${LONGEST_MESSAGE} characters.`, 'message');
  if (message !== null && storable(message)) throw refuse('REQ016', 'message: the text cannot be stored.', 'message');
  return guardedly(deps, caller, guard, async (tx) => {
    const find = () => (UUID.test(id) ? deliveryById(tx, caller.tenantId, id) : undefined);
    const found = await find();
    if (!found || !mayReach(caller, found.sourceApp))
      throw refuse('APP001', `There is no delivery ${id.slice(0, 50)}.`);
    await acknowledge(tx, caller.tenantId, id, { status, message, by: caller.actor });
    return shown((await find()) ?? found, caller.timeZone);
  });
}
