import { type ConnectorSettings, unsupportedReason } from '../../domain/connector-support.ts';
import type { Session } from '../../platform/postgres/database.ts';

/** The delivery state of a connector or a webhook. Secrets are sealed. */
export interface Receiver {
  readonly tenantId: number;
  readonly id: number;
  readonly connectorId: number | null;
  readonly webhookId: number | null;
  /** Of a webhook. */
  readonly event: string | null;
  readonly name: string | null;
  readonly enabled: boolean;
  readonly sinceNo: number;
  readonly address: string;
  /** Null: all source systems. */
  readonly sourceApp: string | null;
  readonly sourceType: string | null;
  readonly crudTypes: readonly string[];
  /** ConnectorType and ApiType; a webhook is one of REST. */
  readonly type: number;
  readonly apiType: number;
  readonly authenticationType: number;
  readonly login: string | null;
  readonly password: string | null;
  readonly tokenUri: string | null;
  readonly oauthScope: string | null;
  readonly secret: string | null;
  /** Null when it is no longer valid. */
  readonly formerSecret: string | null;
  readonly formerUntil: number | null;
  readonly pausedAt: number | null;
  readonly pausedBy: string | null;
  readonly pauseReason: string | null;
  readonly failures: number;
  readonly restMs: number;
  /** No delivery has succeeded since then. */
  readonly failingSince: number | null;
  readonly failingReason: string | null;
  /** Deliveries are recorded and wait until it is resumed. */
  readonly suspendedAt: number | null;
  /** Of a delivery or a test event. */
  readonly lastSuccessAt: number | null;
  readonly lastErrorAt: number | null;
  readonly lastErrorReason: string | null;
  readonly lastError: string | null;
}

const SELECT = `select r.tenant_id as "tenantId", r.id, r.connector_id as "connectorId", r.webhook_id as "webhookId", w.event,
    coalesce(c.name, w.name) as name, r.enabled, r.since_no as "sinceNo", coalesce(c.uri, w.notification_url) as address,
    coalesce(c.source_app, w.source_app) as "sourceApp", c.source_type as "sourceType", coalesce(c.crud_types, '{}') as "crudTypes",
    coalesce(c.type, 3) as type, coalesce(c.api_type, 1) as "apiType",
    coalesce(c.authentication_type, 0) as "authenticationType", c.login, c.password, c.token_uri as "tokenUri",
    c.oauth_scope as "oauthScope", r.secret,
    case when r.former_until > now() then r.former_secret end as "formerSecret",
    case when r.former_until > now() then r.former_until end as "formerUntil",
    r.paused_at as "pausedAt", r.paused_by as "pausedBy", r.pause_reason as "pauseReason", r.failures,
    r.failing_since as "failingSince", r.failing_reason as "failingReason", r.suspended_at as "suspendedAt",
    r.last_success_at as "lastSuccessAt", r.last_error_at as "lastErrorAt", r.last_error_reason as "lastErrorReason",
    r.last_error as "lastError",
    greatest(0, extract(epoch from r.rest_until - now()) * 1000)::float8 as "restMs"
  from receiver r
  left join connector c on c.tenant_id = r.tenant_id and c.id = r.connector_id
  left join webhook w on w.tenant_id = r.tenant_id and w.id = r.webhook_id`;

/** Deletes receivers with their deliveries, and the status that appointments show of them. */
const withoutReceivers = (receivers: string, select = 'select'): string => `with gone as (${receivers}),
  unsent as (delete from delivery d using gone where d.tenant_id = $1 and d.receiver_id = gone.id),
  unshown as (delete from appointment_back_office b using gone where b.tenant_id = $1 and b.receiver_id = gone.id)
  ${select}`;

/**
 * Makes a receiver for every connector. A new connector, and one that is switched on again, gets changes from now on. Connectors are also
 * created and deleted without their writer (by an undo), so every read of receivers calls this first.
 */
export async function alignReceivers(db: Session, tenantId: number): Promise<void> {
  const connectors = await connectorStates(db, tenantId);
  const enabled = connectors.map((each) => ({ id: each.id, enabled: each.isOn && unsupportedReason(each) === null }));
  await db.query(
    withoutReceivers(
      `delete from receiver r where r.tenant_id = $1 and r.connector_id is not null and not exists (
         select from connector c where c.tenant_id = $1 and c.id = r.connector_id) returning r.id`,
    ),
    [tenantId],
  );
  await db.query(
    `insert into receiver (tenant_id, connector_id, enabled, since_no)
     select c.tenant_id, c.id, e.enabled, t.change_seq
     from json_to_recordset($2) as e(id bigint, enabled boolean)
     join connector c on c.tenant_id = $1 and c.id = e.id join tenant t on t.id = $1
     left join receiver r on r.tenant_id = $1 and r.connector_id = c.id
     where r.enabled is distinct from e.enabled
     on conflict (tenant_id, connector_id) do update set enabled = excluded.enabled,
       since_no = case when excluded.enabled then excluded.since_no else receiver.since_no end,
       failing_since = null, failing_reason = null, suspended_at = null`,
    [tenantId, JSON.stringify(enabled)],
  );
}

/** What decides whether a connector is delivered to. */
export interface ConnectorState extends ConnectorSettings {
  readonly id: number;
  readonly key: string;
  /** SendAppointmentToWebService. */
  readonly isOn: boolean;
}

/** Of all connectors, or of those with the keys. */
export const connectorStates = (db: Session, tenantId: number, keys?: readonly string[]): Promise<ConnectorState[]> =>
  db.query<ConnectorState>(
    `select id, key, uri, type, api_type as "apiType", authentication_type as "authenticationType",
       send_appointment_to_web_service as "isOn"
     from connector where tenant_id = $1 and ($2::text[] is null or key = any($2)) order by id`,
    [tenantId, keys ?? null],
  );

/** The connectors that need a token and have no TokenUri. */
export async function withoutTokenUri(db: Session, tenantId: number, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `select key from connector where tenant_id = $1 and key = any($2) and token_uri is null and authentication_type in (4, 5, 6)`,
    [tenantId, keys],
  );
  return rows.map(({ key }) => key);
}

export const enabledReceivers = (db: Session, tenantId: number): Promise<Receiver[]> =>
  db.query<Receiver>(`${SELECT} where r.tenant_id = $1 and r.enabled order by r.id`, [tenantId]);

export const receiversOf = (db: Session, tenantId: number): Promise<Receiver[]> =>
  db.query<Receiver>(`${SELECT} where r.tenant_id = $1 order by r.id`, [tenantId]);

export async function receiverById(db: Session, tenantId: number, id: number): Promise<Receiver | undefined> {
  const [row] = await db.query<Receiver>(`${SELECT} where r.tenant_id = $1 and r.id = $2`, [tenantId, id]);
  return row;
}

/** By its connector or webhook. */
export async function receiverOf(
  db: Session,
  tenantId: number,
  what: { readonly connectorId: number } | { readonly webhookId: number },
): Promise<Receiver | undefined> {
  const [column, id] = 'connectorId' in what ? ['connector_id', what.connectorId] : ['webhook_id', what.webhookId];
  const [row] = await db.query<Receiver>(`${SELECT} where r.tenant_id = $1 and r.${column} = $2`, [tenantId, id]);
  return row;
}

export async function pauseReceiver(
  db: Session,
  tenantId: number,
  id: number,
  by: string,
  reason: string | null,
): Promise<void> {
  await db.query(
    `update receiver set paused_at = now(), paused_by = $3, pause_reason = $4
     where tenant_id = $1 and id = $2 and paused_at is null`,
    [tenantId, id, by, reason],
  );
}

/** Pending deliveries are due at once, and are retried for three days again. */
export async function resumeReceiver(db: Session, tenantId: number, id: number): Promise<void> {
  await db.query(
    `with awake as (
       update receiver set paused_at = null, paused_by = null, pause_reason = null, failures = 0, rest_until = null,
         failing_since = null, failing_reason = null, suspended_at = null
       where tenant_id = $1 and id = $2
     )
     update delivery set next_at = now(), retry_since = now() where tenant_id = $1 and receiver_id = $2 and status = 'waiting'`,
    [tenantId, id],
  );
}

/** The previous secret stays valid for this long. */
export async function exchangeSecret(
  db: Session,
  tenantId: number,
  id: number,
  sealed: string,
  overlapSeconds: number,
): Promise<void> {
  await db.query(
    `update receiver set former_secret = secret, secret = $3,
       former_until = case when secret is null then null else now() + $4 * interval '1 second' end
     where tenant_id = $1 and id = $2`,
    [tenantId, id, sealed, overlapSeconds],
  );
}

/** Stores the consecutive failures, and how long the receiver rests. */
export async function noteHealth(
  db: Session,
  tenantId: number,
  id: number,
  failures: number,
  restMs: number,
): Promise<void> {
  await db.query(
    `update receiver set failures = $3, rest_until = case when $4::float8 > 0 then now() + $4 * interval '1 millisecond' end
     where tenant_id = $1 and id = $2 and (failures <> $3 or $4::float8 > 0)`,
    [tenantId, id, failures, restMs],
  );
}

/** Returns whether it was not failing before. */
export async function beginFailing(
  db: Session,
  tenantId: number,
  id: number,
  since: Date,
  reason: string,
): Promise<boolean> {
  const rows = await db.query(
    `update receiver set failing_since = $3, failing_reason = $4 where tenant_id = $1 and id = $2 and failing_since is null returning id`,
    [tenantId, id, since, reason],
  );
  return rows.length > 0;
}

/** Returns whether it was failing. */
export async function endFailing(db: Session, tenantId: number, id: number): Promise<boolean> {
  const rows = await db.query(
    `update receiver set failing_since = null, failing_reason = null
     where tenant_id = $1 and id = $2 and failing_since is not null and suspended_at is null returning id`,
    [tenantId, id],
  );
  return rows.length > 0;
}

/** Returns whether it was not suspended before. */
export async function suspendReceiver(
  tx: Session,
  tenantId: number,
  id: number,
  at: Date,
  reason: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update receiver set suspended_at = $3, failing_reason = $4 where tenant_id = $1 and id = $2 and suspended_at is null returning id`,
    [tenantId, id, at, reason],
  );
  return rows.length > 0;
}

/** The connectors of a tenant that are suspended. */
export async function suspendedConnectors(db: Session, tenantId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select connector_id as id from receiver where tenant_id = $1 and connector_id is not null and suspended_at is not null order by id`,
    [tenantId],
  );
  return rows.map(({ id }) => id);
}

export interface Backlog {
  readonly waiting: number;
  /** Pending deliveries that failed since they were created or queued again. */
  readonly retrying: number;
  readonly dead: number;
  readonly oldestWaiting: number | null;
}

/** By receiver: of one, or of all that have a delivery that has not arrived. */
export async function backlogsOf(db: Session, tenantId: number, id?: number): Promise<ReadonlyMap<number, Backlog>> {
  const rows = await db.query<Backlog & { readonly id: number }>(
    `select receiver_id as id, count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'dead') as dead,
       count(*) filter (where status = 'waiting' and attempt_count > 0 and next_at > retry_since) as retrying,
       min(created_at) filter (where status = 'waiting') as "oldestWaiting"
     from delivery where tenant_id = $1 and ($2::integer is null or receiver_id = $2) and status <> 'delivered' group by receiver_id`,
    [tenantId, id ?? null],
  );
  return new Map(rows.map(({ id: of, ...backlog }) => [of, backlog]));
}

export interface NewWebhook {
  readonly event: string;
  readonly name: string | null;
  readonly sourceApp: string | null;
  readonly notificationUrl: string;
  readonly resource: string | null;
  readonly changeTypes: readonly string[];
  readonly createdBy: string;
  /** Sealed. */
  readonly secret: string;
}

export interface StoredWebhook extends Omit<NewWebhook, 'secret'> {
  readonly id: number;
  readonly createdAt: number;
}

const WEBHOOK = `w.id, w.event, w.name, w.source_app as "sourceApp", w.notification_url as "notificationUrl", w.resource,
  w.change_types as "changeTypes", w.created_at as "createdAt", w.created_by as "createdBy"`;

export async function insertWebhook(db: Session, tenantId: number, webhook: NewWebhook): Promise<StoredWebhook> {
  const [row] = await db.query<StoredWebhook>(
    `with w as (
       insert into webhook (tenant_id, event, name, source_app, notification_url, resource, change_types, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning *
     ), r as (
       insert into receiver (tenant_id, webhook_id, enabled, since_no, secret)
       select $1, w.id, true, t.change_seq, $9 from w join tenant t on t.id = $1
     )
     select ${WEBHOOK} from w`,
    [
      tenantId,
      webhook.event,
      webhook.name,
      webhook.sourceApp,
      webhook.notificationUrl,
      webhook.resource,
      webhook.changeTypes,
      webhook.createdBy,
      webhook.secret,
    ],
  );
  if (!row) throw new Error('the webhook was not stored');
  return row;
}

export const webhooksOf = (db: Session, tenantId: number): Promise<StoredWebhook[]> =>
  db.query<StoredWebhook>(`select ${WEBHOOK} from webhook w where w.tenant_id = $1 order by w.id`, [tenantId]);

export async function deleteWebhook(
  db: Session,
  tenantId: number,
  event: string,
  id: number,
  sourceApps: readonly string[] | null,
): Promise<StoredWebhook | undefined> {
  const [row] = await db.query<StoredWebhook>(
    `with w as (
       delete from webhook w where w.tenant_id = $1 and w.event = $2 and w.id = $3
         and ($4::text[] is null or lower(w.source_app) = any($4)) returning *
     ), ${withoutReceivers('delete from receiver r using w where r.tenant_id = $1 and r.webhook_id = w.id returning r.id', `select ${WEBHOOK} from w`).replace(/^with /, '')}`,
    [tenantId, event, id, sourceApps],
  );
  return row;
}

/** What the quota of webhooks counts. */
export const webhookQuota = {
  from: 'from webhook where tenant_id = $1',
  actor: 'created_by',
};

/** What the quota of connectors counts. */
export const connectorQuota = {
  from: 'from connector where tenant_id = $1',
  actor: 'created_by',
};
