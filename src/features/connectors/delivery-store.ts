import type { BackOfficeStatus, CrudAction } from '../../domain/outbound.ts';
import type { ErrorReason } from '../../domain/receiver-state.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { isTracing } from '../../platform/tracing/tracing.ts';

export interface NewDelivery {
  readonly receiverId: number;
  readonly entity: string;
  readonly recordId: number;
  readonly changeNo: number;
  readonly action: CrudAction;
  readonly sourceApp: string | null;
  /** Index of the body. */
  readonly body: number;
}

/** JSON escapes this character, so that all bodies can be passed as one text, like the changes of the log. */
const SEPARATOR = '\u001e';

/** Stores deliveries in order, each once. Appointments show that they were sent to their connectors. */
export async function insertDeliveries(
  db: Session,
  tenantId: number,
  deliveries: readonly NewDelivery[],
  bodies: readonly string[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const column = <T>(of: (delivery: NewDelivery) => T): T[] => deliveries.map(of);
  await db.query(
    `with body as (select text, n from unnest(string_to_array($2, E'\\x1e')) with ordinality as b(text, n)),
     made as (
       insert into delivery (tenant_id, receiver_id, entity, record_id, change_no, action, source_app, body)
       select $1, i.receiver_id, i.entity, i.record_id, i.change_no, i.action, i.source_app, body.text
       from unnest($3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[])
         with ordinality as i(receiver_id, entity, record_id, change_no, action, source_app, body, n)
       join body on body.n = i.body order by i.n
       on conflict do nothing returning no, receiver_id, entity, record_id, action
     )
     insert into appointment_back_office (tenant_id, appointment_id, receiver_id, delivery_no, status)
     select distinct on (m.record_id, m.receiver_id) $1, m.record_id, m.receiver_id, m.no, 'sent'
     from made m join receiver r on r.tenant_id = $1 and r.id = m.receiver_id and r.connector_id is not null
     where m.entity = 'Appointment' and m.action <> 'D' order by m.record_id, m.receiver_id, m.no desc
     on conflict (tenant_id, appointment_id, receiver_id)
       do update set delivery_no = excluded.delivery_no, status = 'sent', message = null, at = now()`,
    [
      tenantId,
      bodies.join(SEPARATOR),
      column(({ receiverId }) => receiverId),
      column(({ entity }) => entity),
      column(({ recordId }) => recordId),
      column(({ changeNo }) => changeNo),
      column(({ action }) => action),
      column(({ sourceApp }) => sourceApp),
      column(({ body }) => body + 1),
    ],
  );
}

/** Receivers for which something is due, in all tenants. */
export const receiversDue = (db: Session): Promise<{ tenantId: number; id: number }[]> =>
  db.query(
    `select r.tenant_id as "tenantId", r.id from receiver r
     where r.enabled and r.paused_at is null and r.suspended_at is null and (r.rest_until is null or r.rest_until <= now() + interval '20 seconds') and exists (
       select from delivery d where d.tenant_id = r.tenant_id and d.receiver_id = r.id and d.status = 'waiting'
         and d.next_at <= now() + interval '30 seconds')`,
  );

export interface DueDelivery {
  readonly no: number;
  readonly id: string;
  readonly entity: string;
  readonly recordId: number;
  readonly attemptCount: number;
  /** Time since it was created, queued again, or since its receiver was resumed. */
  readonly ageMs: number;
  readonly body: string;
  /** The trace context of the write that it is about. */
  readonly traceParent: string | null;
}

/** Of the write that a delivery is about; looked up only if somebody uses it. */
const TRACE_PARENT =
  '(select s.trace_parent from change_set s where s.tenant_id = d.tenant_id and s.last_no = d.change_no)';

/**
 * What may go out now, in order. Of one record all that is due comes, unless something of it waits for another attempt. Records that are on their
 * way already are left out. Those that wait are put into a hash first: an anti-join is planned by statistics that a table which has just
 * grown from nothing does not have, and then takes seconds.
 */
export const dueDeliveries = (
  db: Session,
  tenantId: number,
  receiverId: number,
  busy: readonly number[],
  limit: number,
): Promise<DueDelivery[]> =>
  db.query<DueDelivery>(
    `with blocked as materialized (
       select record_id from delivery
       where tenant_id = $1 and receiver_id = $2 and status = 'waiting' and attempt_count > 0 and next_at > now()
     )
     select d.no, d.id, d.entity, d.record_id as "recordId", d.attempt_count as "attemptCount", d.body,
       (extract(epoch from now() - d.retry_since) * 1000)::float8 as "ageMs", ${isTracing() ? TRACE_PARENT : 'null::text'} as "traceParent"
     from delivery d
     where d.tenant_id = $1 and d.receiver_id = $2 and d.status = 'waiting' and d.next_at <= now()
       and not (d.record_id = any($3)) and d.record_id not in (select record_id from blocked)
     order by d.no limit $4`,
    [tenantId, receiverId, busy, limit],
  );

/** Milliseconds until something is due that is not on its way; undefined when nothing waits. */
export async function nextDue(
  db: Session,
  tenantId: number,
  receiverId: number,
  busy: readonly number[],
): Promise<number | undefined> {
  const [row] = await db.query<{ ms: number | null }>(
    `select greatest(0, extract(epoch from min(next_at) - now()) * 1000)::float8 as ms from delivery
     where tenant_id = $1 and receiver_id = $2 and status = 'waiting' and not (record_id = any($3))`,
    [tenantId, receiverId, busy],
  );
  return row?.ms ?? undefined;
}

export interface AttemptResult {
  readonly no: number;
  readonly status: 'waiting' | 'delivered' | 'dead';
  readonly pauseMs: number;
  /** As the log of deliveries shows it. */
  readonly code: number | null;
  readonly ms: number;
  readonly error: string | null;
  /** Of the error, for the status of the receiver. */
  readonly reason: ErrorReason | null;
  readonly answer: string | null;
  /** What the appointment shows now; null leaves it. */
  readonly state: BackOfficeStatus | null;
  readonly message: string | null;
}

/** Skips deliveries that were acknowledged or queued again meanwhile. */
export async function storeResults(
  db: Session,
  tenantId: number,
  receiverId: number,
  results: readonly AttemptResult[],
): Promise<void> {
  await db.query(
    `with r as (
       select * from json_to_recordset($3::json) as x(no bigint, status text, "pauseMs" float8, code integer, ms float8, error text,
         answer text, state text, message text)
     ), changed as (
       update delivery d set status = r.status, attempt_count = d.attempt_count + 1,
         next_at = now() + r."pauseMs" * interval '1 millisecond',
         ended_at = case when r.status <> 'waiting' then now() end,
         attempts = (case when jsonb_array_length(d.attempts) < 20 then d.attempts else d.attempts - 0 end) || jsonb_build_object(
           'at', extract(epoch from now()) * 1000, 'code', r.code, 'ms', round(r.ms), 'error', r.error, 'answer', r.answer)
       from r where d.tenant_id = $1 and d.receiver_id = $2 and d.no = any($4) and d.no = r.no and d.status = 'waiting'
       returning d.no, d.entity, d.record_id, r.state, r.message
     )
     update appointment_back_office b set status = c.state, message = c.message, at = now()
     from changed c where c.entity = 'Appointment' and c.state is not null
       and b.tenant_id = $1 and b.appointment_id = c.record_id and b.receiver_id = $2 and b.delivery_no = c.no`,
    [tenantId, receiverId, JSON.stringify(results), results.map(({ no }) => no)],
  );
}

/** The receiver cannot be reached: deliveries that have waited too long are given up without an attempt of their own. */
export async function giveUp(
  db: Session,
  tenantId: number,
  receiverId: number,
  afterMs: number,
  message: string,
): Promise<void> {
  await db.query(
    `with dead as (
       update delivery d set status = 'dead', ended_at = now()
       where d.tenant_id = $1 and d.receiver_id = $2 and d.status = 'waiting' and d.retry_since < now() - $3 * interval '1 millisecond'
       returning d.no, d.entity, d.record_id
     )
     update appointment_back_office b set status = 'refused', message = $4, at = now()
     from dead c where c.entity = 'Appointment' and b.tenant_id = $1 and b.appointment_id = c.record_id and b.receiver_id = $2
       and b.delivery_no = c.no`,
    [tenantId, receiverId, afterMs, message],
  );
}

export interface StoredDelivery {
  readonly id: string;
  readonly entity: string;
  readonly recordId: number;
  readonly changeNo: number;
  readonly action: CrudAction;
  readonly sourceApp: string | null;
  readonly status: 'waiting' | 'delivered' | 'dead';
  readonly attemptCount: number;
  readonly attempts: readonly {
    readonly at: number;
    readonly code: number | null;
    readonly ms: number;
    readonly error: string | null;
    readonly answer: string | null;
  }[];
  readonly nextAt: number;
  readonly endedAt: number | null;
  readonly createdAt: number;
  readonly ack: 'processed' | 'refused' | null;
  readonly ackMessage: string | null;
  readonly ackAt: number | null;
}

const SHOWN = `d.id, d.entity, d.record_id as "recordId", d.change_no as "changeNo", d.action, d.source_app as "sourceApp", d.status,
  d.attempt_count as "attemptCount", d.attempts, d.next_at as "nextAt", d.ended_at as "endedAt", d.created_at as "createdAt",
  d.ack, d.ack_message as "ackMessage", d.ack_at as "ackAt"`;

/** Newest first. */
export async function listDeliveries(
  db: Session,
  tenantId: number,
  receiverId: number,
  query: { readonly status: string | null; readonly limit: number; readonly offset: number },
): Promise<{ deliveries: StoredDelivery[]; total: number }> {
  const values = [tenantId, receiverId, query.status];
  const where = 'd.tenant_id = $1 and d.receiver_id = $2 and ($3::text is null or d.status = $3)';
  const [counted] = await db.query<{ total: number }>(
    `select count(*) as total from delivery d where ${where}`,
    values,
  );
  const deliveries = await db.query<StoredDelivery>(
    `select ${SHOWN} from delivery d where ${where} order by d.no desc limit $4 offset $5`,
    [...values, query.limit, query.offset],
  );
  return { deliveries, total: counted?.total ?? 0 };
}

/** The deliveries to send again: by ids, or by a range of change numbers or times (epoch ms). */
export type Replay =
  | { readonly ids: readonly string[] }
  | { readonly fromNo: number; readonly toNo: number }
  | { readonly fromAt: number; readonly toAt: number };

/** Queues ended deliveries again, with the same id and body. */
export async function replayDeliveries(
  db: Session,
  tenantId: number,
  receiverId: number,
  what: Replay,
): Promise<number> {
  const [condition, values] =
    'ids' in what
      ? ['d.id = any($3::uuid[])', [what.ids]]
      : 'fromNo' in what
        ? ['d.change_no between $3 and $4', [what.fromNo, what.toNo]]
        : [
            'd.created_at between to_timestamp($3::float8 / 1000) and to_timestamp($4::float8 / 1000)',
            [what.fromAt, what.toAt],
          ];
  const [row] = await db.query<{ replayed: number }>(
    `with again as (
       update delivery d set status = 'waiting', next_at = now(), retry_since = now(), ended_at = null
       where d.tenant_id = $1 and d.receiver_id = $2 and d.status <> 'waiting' and ${condition} returning 1
     ) select count(*) as replayed from again`,
    [tenantId, receiverId, ...values],
  );
  return row?.replayed ?? 0;
}

/** One delivery with its body. */
export interface WholeDelivery extends StoredDelivery {
  readonly receiverId: number;
  readonly body: string;
}

export async function deliveryById(db: Session, tenantId: number, id: string): Promise<WholeDelivery | undefined> {
  const [row] = await db.query<WholeDelivery>(
    `select ${SHOWN}, d.receiver_id as "receiverId", d.body from delivery d where d.tenant_id = $1 and d.id = $2`,
    [tenantId, id],
  );
  return row;
}

/** An acknowledgement proves that the delivery arrived: it is not retried. Safe to repeat. */
export async function acknowledge(
  db: Session,
  tenantId: number,
  id: string,
  ack: { readonly status: 'processed' | 'refused'; readonly message: string | null; readonly by: string },
): Promise<void> {
  await db.query(
    `with changed as (
       update delivery d set ack = $3, ack_message = $4, ack_by = $5, ack_at = now(),
         status = 'delivered', ended_at = coalesce(d.ended_at, now())
       where d.tenant_id = $1 and d.id = $2 and (d.ack, coalesce(d.ack_message, '')) is distinct from ($3, coalesce($4, ''))
       returning d.no, d.entity, d.record_id, d.receiver_id
     )
     update appointment_back_office b set status = $3, message = $4, at = now()
     from changed c where c.entity = 'Appointment' and b.tenant_id = $1 and b.appointment_id = c.record_id
       and b.receiver_id = c.receiver_id and b.delivery_no = c.no`,
    [tenantId, id, ack.status, ack.message, ack.by],
  );
}

/**
 * Gives up deliveries that have waited too long for a suspended receiver. They are shown as dead for as long as others,
 * and can be replayed. Returns their number.
 */
export async function giveUpSuspended(db: Session, days: number, message: string): Promise<number> {
  const [row] = await db.query<{ given: number }>(
    `with dead as (
       update delivery d set status = 'dead', ended_at = now()
       from receiver r where r.tenant_id = d.tenant_id and r.id = d.receiver_id and r.suspended_at is not null
         and d.status = 'waiting' and greatest(d.created_at, d.retry_since) < now() - interval '1 day' * $1::integer
       returning d.tenant_id, d.no, d.receiver_id, d.entity, d.record_id
     ), shown as (
       update appointment_back_office b set status = 'refused', message = $2, at = now()
       from dead c where c.entity = 'Appointment' and b.tenant_id = c.tenant_id and b.appointment_id = c.record_id
         and b.receiver_id = c.receiver_id and b.delivery_no = c.no
     ) select count(*) as given from dead`,
    [days, message],
  );
  return row?.given ?? 0;
}

/**
 * Deletes the status of deleted appointments, and deliveries that were made for a receiver while it was deleted. These are found by one step in the
 * index for each receiver that has deliveries, however many it has.
 */
export async function trimOrphans(db: Session): Promise<void> {
  const receivers = await db.query<ReceiverKey>('select tenant_id as "tenantId", id as "receiverId" from receiver');
  const known = new Set(receivers.map(nameOf));
  for (let next = await receiverAfter(db, NO_RECEIVER); next; next = await receiverAfter(db, next))
    if (!known.has(nameOf(next)))
      // One that was made meanwhile keeps its own.
      await db.query(
        `delete from delivery d where d.tenant_id = $1 and d.receiver_id = $2
           and not exists (select from receiver r where r.tenant_id = d.tenant_id and r.id = d.receiver_id)`,
        [next.tenantId, next.receiverId],
      );
  await db.query(
    `delete from appointment_back_office b where b.at < now() - interval '1 day'
       and not exists (select from appointment a where a.tenant_id = b.tenant_id and a.id = b.appointment_id)`,
  );
}

interface ReceiverKey {
  readonly tenantId: number;
  readonly receiverId: number;
}
const NO_RECEIVER: ReceiverKey = { tenantId: 0, receiverId: 0 };
const nameOf = ({ tenantId, receiverId }: ReceiverKey): string => `${tenantId} ${receiverId}`;

/** The next receiver that has deliveries, also if it is deleted. */
async function receiverAfter(db: Session, { tenantId, receiverId }: ReceiverKey): Promise<ReceiverKey | undefined> {
  const [next] = await db.query<ReceiverKey>(
    `select tenant_id as "tenantId", receiver_id as "receiverId" from delivery
     where (tenant_id, receiver_id) > ($1, $2) order by tenant_id, receiver_id limit 1`,
    [tenantId, receiverId],
  );
  return next;
}
