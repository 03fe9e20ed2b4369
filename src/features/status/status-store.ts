import type { Session } from '../../platform/postgres/database.ts';
import type { Node, NodeFacts } from './node.ts';

export interface StoredNode {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly nodeVersion: string;
  readonly startedAt: number;
  readonly seenAt: number;
  /** By the clock of the database, which all processes share. */
  readonly ageMs: number;
  readonly facts: NodeFacts;
}

/** Processes that were killed are shown for as long. */
const FORGET_AFTER = `interval '1 day'`;

export async function storeHeartbeat(db: Session, node: Node, facts: NodeFacts): Promise<void> {
  await db.query(
    `with forgotten as (delete from node_heartbeat where seen_at < now() - ${FORGET_AFTER})
     insert into node_heartbeat (id, name, roles, version, node_version, started_at, facts)
     values ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000), $7)
     on conflict (id) do update set seen_at = now(), facts = excluded.facts`,
    [node.id, node.name, node.roles, node.version, process.version, node.startedAt, JSON.stringify(facts)],
  );
}

export async function dropHeartbeat(db: Session, id: string): Promise<void> {
  await db.query('delete from node_heartbeat where id = $1', [id]);
}

export const storedNodes = (db: Session): Promise<StoredNode[]> =>
  db.query<StoredNode>(
    `select id, name, roles, version, node_version as "nodeVersion", started_at as "startedAt", seen_at as "seenAt",
       (extract(epoch from now() - seen_at) * 1000)::float8 as "ageMs", facts
     from node_heartbeat where seen_at > now() - ${FORGET_AFTER} order by name, started_at limit 200`,
  );

export interface DatabaseFacts {
  readonly version: string;
  readonly sizeBytes: number;
  readonly connections: number;
  readonly maxConnections: number;
}

export async function databaseFacts(db: Session): Promise<DatabaseFacts> {
  const [row] = await db.query<DatabaseFacts>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as "sizeBytes",
       (select count(*) from pg_stat_activity where datname = current_database()) as connections,
       current_setting('max_connections')::integer as "maxConnections"`,
  );
  if (!row) throw new Error('the database did not describe itself');
  return row;
}

/** What waits for one tenant. */
export interface TenantWork {
  readonly queued: number;
  readonly running: number;
  readonly failed: number;
  /** Seconds that the oldest job which is due has waited. */
  readonly oldestJob: number;
  readonly waiting: number;
  /** Seconds that the oldest delivery to an active receiver has waited. */
  readonly oldestDelivery: number;
  readonly failing: number;
  readonly paused: number;
  readonly suspended: number;
  /** Changes from which no deliveries were made yet. */
  readonly backlog: number;
}

export async function tenantWork(db: Session, tenantId: number): Promise<TenantWork> {
  const [row] = await db.query<TenantWork>(
    `select job.*, sent.*, receivers.*, log.* from
       (select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'running') as running,
          count(*) filter (where status = 'failed') as failed,
          coalesce(extract(epoch from now() - min(run_at) filter (where status = 'queued' and run_at <= now())), 0)::float8 as "oldestJob"
        from background_job where tenant_id = $1 and status in ('queued', 'running', 'failed')) job,
       (select count(*) as waiting, coalesce(extract(epoch from now() - min(d.retry_since) filter (
            where r.enabled and r.paused_at is null and r.suspended_at is null)), 0)::float8 as "oldestDelivery"
        from delivery d join receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id
        where d.tenant_id = $1 and d.status = 'waiting') sent,
       (select count(*) filter (where suspended_at is null and paused_at is null and failures > 0) as failing,
          count(*) filter (where suspended_at is null and paused_at is not null) as paused,
          count(*) filter (where suspended_at is not null) as suspended
        from receiver where tenant_id = $1 and enabled) receivers,
       (select case when exists (select from receiver where tenant_id = $1 and enabled)
          then t.change_seq - coalesce(p.position, 0) else 0 end as backlog
        from tenant t left join outbound_position p on p.tenant_id = t.id where t.id = $1) log`,
    [tenantId],
  );
  if (!row) throw new Error(`tenant ${tenantId} does not exist`);
  return row;
}
