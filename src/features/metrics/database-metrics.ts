/** Metrics that come from one statement. */
export interface DatabaseMetrics {
  readonly text: string;
  readonly values?: () => readonly unknown[];
  readonly metrics: readonly DatabaseMetric[];
}

export interface DatabaseMetric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  /** Columns whose values are labels: words of ours only. */
  readonly labels?: readonly string[];
  /** The column with the value; rows where it is null are left out. */
  readonly column: string;
}

/** Columns of one metric distinguished by a label. */
const split = (name: string, help: string, label: string, columns: readonly string[]): readonly DatabaseMetric[] =>
  columns.map((column) => ({ name, help, type: 'gauge', labels: [`${label}=${column}`], column }));

/** The queue holds only jobs that have not ended, so the whole of it is read. */
const queue: DatabaseMetrics = {
  text: `select count(*) filter (where locked_at is null and run_at <= now())::float8 as due,
      count(*) filter (where locked_at is null and run_at > now())::float8 as later,
      count(*) filter (where locked_at is not null)::float8 as running,
      coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and run_at <= now())), 0)::float8 as age
    from graphile_worker.jobs`,
  metrics: [
    ...split('openslot_queue_jobs', 'Background jobs: due, running, or scheduled for later (retries too)', 'state', [
      'due',
      'running',
      'later',
    ]),
    {
      name: 'openslot_queue_oldest_age_seconds',
      help: 'How long the oldest job that is due has waited for a worker; 0 if none is due',
      type: 'gauge',
      column: 'age',
    },
  ],
};

/** By the partial index of those that wait. Receivers that are paused or suspended are counted apart: an operator cannot help them. */
const deliveries: DatabaseMetrics = {
  text: `select count(*) filter (where sends)::float8 as active, count(*) filter (where not sends)::float8 as stopped,
      coalesce(extract(epoch from now() - min(retry_since) filter (where sends)), 0)::float8 as age
    from (
      select d.retry_since, r.enabled and r.paused_at is null and r.suspended_at is null as sends
      from delivery d join receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id where d.status = 'waiting'
    ) waiting`,
  metrics: [
    ...split(
      'openslot_deliveries_waiting',
      'Deliveries that wait, for receivers that are active or stopped (paused, suspended or disabled)',
      'receiver',
      ['active', 'stopped'],
    ),
    {
      name: 'openslot_delivery_oldest_age_seconds',
      help: 'Age of the oldest delivery that waits for an active receiver; 0 if none waits',
      type: 'gauge',
      column: 'age',
    },
  ],
};

const receivers: DatabaseMetrics = {
  text: `select count(*) filter (where paused_at is null and suspended_at is null and failures = 0)::float8 as sending,
      count(*) filter (where paused_at is null and suspended_at is null and failures > 0)::float8 as failing,
      count(*) filter (where paused_at is not null and suspended_at is null)::float8 as paused,
      count(*) filter (where suspended_at is not null)::float8 as suspended
    from receiver where enabled`,
  metrics: split('openslot_receivers', 'Receivers of deliveries (connectors and webhooks) by state', 'state', [
    'sending',
    'failing',
    'paused',
    'suspended',
  ]),
};

const changes: DatabaseMetrics = {
  text: `select coalesce(sum(t.change_seq), 0)::float8 as total,
      coalesce(sum(t.change_seq - coalesce(p.position, 0)) filter (where
        exists (select from connector c where c.tenant_id = t.id and c.send_appointment_to_web_service)
        or exists (select from webhook w where w.tenant_id = t.id)), 0)::float8 as backlog
    from tenant t left join outbound_position p on p.tenant_id = t.id`,
  metrics: [
    {
      name: 'openslot_changes_total',
      help: 'Changes in the change logs of all tenants',
      type: 'counter',
      column: 'total',
    },
    {
      name: 'openslot_delivery_backlog_changes',
      help: 'Changes from which no deliveries were made yet, of tenants with receivers',
      type: 'gauge',
      column: 'backlog',
    },
  ],
};

const size: DatabaseMetrics = {
  text: 'select pg_database_size(current_database())::float8 as bytes',
  metrics: [
    { name: 'openslot_database_size_bytes', help: 'Size of the database on disk', type: 'gauge', column: 'bytes' },
  ],
};

/** How far the plans in memory are behind the log; the next question to each brings it up to date. */
const index = (held: () => ReadonlyMap<number, number>): DatabaseMetrics => ({
  text: `select coalesce(max(t.change_seq - h.changes), 0)::float8 as behind
    from unnest($1::integer[], $2::bigint[]) as h(id, changes) join tenant t on t.id = h.id`,
  values: () => {
    const positions = held();
    return [[...positions.keys()], [...positions.values()]];
  },
  metrics: [
    {
      name: 'openslot_planning_index_behind_changes',
      help: 'Changes that the most outdated plan in memory has not read yet; the next search reads them first',
      type: 'gauge',
      column: 'behind',
    },
  ],
});

/** Everything that is read from the database: one statement for each part. */
export const databaseMetrics = (held: () => ReadonlyMap<number, number>): readonly DatabaseMetrics[] => [
  queue,
  deliveries,
  receivers,
  changes,
  size,
  index(held),
];
