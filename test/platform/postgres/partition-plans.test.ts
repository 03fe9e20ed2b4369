import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelledSince } from '../../../src/features/calendar-feeds/calendar-feed-store.ts';
import { actionsOf } from '../../../src/features/changes/own/own-action-store.ts';
import {
  acknowledge,
  deliveryById,
  dueDeliveries,
  giveUp,
  insertDeliveries,
  listDeliveries,
  nextDue,
  receiversDue,
  replayDeliveries,
  storeResults,
} from '../../../src/features/connectors/delivery-store.ts';
import { partsGone, tombstonesOf, touchedBetween } from '../../../src/features/connectors/fan-out-store.ts';
import { touchedAfter } from '../../../src/features/geocoding/geocode-store.ts';
import { planChanges } from '../../../src/features/planning/plan-store.ts';
import { affectedAfter, planState } from '../../../src/features/planning/planning-index-store.ts';
import { Database, type Session, type Transaction } from '../../../src/platform/postgres/database.ts';
import { appointmentChangesOf } from '../../../src/records/storage/appointment-changes.ts';
import {
  appendChanges,
  changeNumbered,
  changesAfter,
  changesBefore,
  changesOfRequest,
  changesSince,
  changesWith,
  historyOf,
} from '../../../src/records/storage/change-log.ts';
import { deletesOf } from '../../../src/records/storage/deleted-facts.ts';
import { CHANGES, DELIVERIES } from '../../../src/records/storage/partitioned-tables.ts';
import { pastPartitions } from '../../support/past-partitions.ts';
import { startService, type TestService } from '../../support/service.ts';
import type { PlanNode } from '../../support/statements/tenant-joins.ts';

const ROWS = 24_000;
const T = 1;
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OPEN = {
  recordId: undefined,
  key: undefined,
  actor: undefined,
  requestId: undefined,
  from: undefined,
  to: undefined,
  entities: null,
  sourceApps: null,
};
const FEED = { tenantId: T, resourceId: 1, start: 0, end: 1, sourceApps: null, resourceNo: 'R', timeZone: 'UTC' };

type Reads = (db: Database & Transaction) => Promise<unknown>;
/** Everything that reads or changes the log or the deliveries while the service serves. */
const STATEMENTS: Readonly<Record<string, Reads>> = {
  changesAfter: (db) => changesAfter(db, T, { after: 20_000, limit: 100, entities: null, sourceApps: null }),
  'changesAfter of some kinds': (db) =>
    changesAfter(db, T, { after: ROWS - 1000, limit: 100, entities: ['Job'], sourceApps: ['erp'] }),
  changesBefore: (db) => changesBefore(db, T, { ...OPEN, before: 1e9, limit: 50 }),
  'changesBefore of a record': (db) =>
    changesBefore(db, T, { ...OPEN, before: 1e9, limit: 50, recordId: 17, entities: ['Job'] }),
  'changesBefore of a request': (db) => changesBefore(db, T, { ...OPEN, before: 1e9, limit: 50, requestId: 'r77' }),
  historyOf: (db) => historyOf(db, T, 'Appointment', 17),
  changeNumbered: (db) => changeNumbered(db, T, 15_000),
  changesWith: (db) => changesWith(db, T, 15_000, ['Appointment']),
  changesOfRequest: (db) => changesOfRequest(db, T, 'r77'),
  changesSince: (db) => changesSince(db, T, 100, ['Appointment', 'Job'], [17, 18]),
  appointmentChangesOf: (db) => appointmentChangesOf(db, T, ['r77', 'r78'], 10),
  deletesOf: (db) => deletesOf(db, T, ['Appointment'], [17, 18]),
  planState: (db) => planState(db, T, new Date(), ROWS - 10),
  affectedAfter: (db) => affectedAfter(db, T, ROWS - 10),
  planChanges: (db) => planChanges(db, T, ROWS - 100, ROWS, ['Appointment']),
  cancelledSince: (db) => cancelledSince(db, FEED as never, Date.now()),
  actionsOf: (db) => actionsOf(db, T, 'key:ERP', ['Appointment']),
  touchedAfter: (db) => touchedAfter(db, T, ROWS - 100, 100),
  touchedBetween: (db) => touchedBetween(db, T, ROWS - 200, ROWS - 100),
  tombstonesOf: (db) => tombstonesOf(db, T, 'Appointment', [17, 18]),
  partsGone: (db) => partsGone(db, T, [15_000, 15_010]),
  appendChanges: (db) =>
    appendChanges(db, T, { actor: 'a', origin: 'import', requestId: 'r' }, [
      {
        entity: 'Job',
        recordId: 1,
        key: 'k',
        sourceApp: null,
        action: 'created',
        version: 1,
        fromBackOffice: false,
        before: null,
        after: '{}',
      },
    ]),
  receiversDue: (db) => receiversDue(db),
  dueDeliveries: (db) => dueDeliveries(db, T, 1, [5], 100),
  nextDue: (db) => nextDue(db, T, 1, [5]),
  insertDeliveries: (db) =>
    insertDeliveries(
      db,
      T,
      [{ receiverId: 1, entity: 'Appointment', recordId: 1, changeNo: 99_999, action: 'U', sourceApp: null, body: 0 }],
      ['{}'],
    ),
  storeResults: (db) =>
    storeResults(db, T, 1, [
      {
        no: 15_000,
        status: 'delivered',
        pauseMs: 0,
        code: 200,
        ms: 1,
        error: null,
        reason: null,
        answer: null,
        state: null,
        message: null,
      },
    ]),
  giveUp: (db) => giveUp(db, T, 1, 1e12, 'late'),
  listDeliveries: (db) => listDeliveries(db, T, 1, { status: 'waiting', limit: 20, offset: 0 }),
  'replayDeliveries by ids': (db) => replayDeliveries(db, T, 1, { ids: [ID] }),
  'replayDeliveries by numbers': (db) => replayDeliveries(db, T, 1, { fromNo: 100, toNo: 110 }),
  deliveryById: (db) => deliveryById(db, T, ID),
  acknowledge: (db) => acknowledge(db, T, ID, { status: 'processed', message: null, by: 'x' }),
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
/** A scan that reads a whole table, one of its indexes from end to end, or all numbers of a tenant. */
const readsAll = (node: PlanNode): boolean => {
  const condition = node['Index Cond'] as string | undefined;
  if (node['Node Type'] === 'Seq Scan') return true;
  if (!/^Index(?: Only)? Scan$/.test(node['Node Type'])) return false;
  return (
    condition === undefined || (/_pkey$/.test(String(node['Index Name'])) && /^\(tenant_id = [^()]*\)$/.test(condition))
  );
};

describe('with several partitions', () => {
  let service: TestService;
  /** Not that of the service, which compares rows with what the caller declares. */
  let db: Database;
  let filled: Set<unknown>;
  beforeAll(async () => {
    service = await startService();
    db = new Database({ connection: service.databaseUrl, connections: 2 });
    await pastPartitions(db, CHANGES, 30, 3);
    await pastPartitions(db, DELIVERIES, 30, 3);
    await db.query(`insert into tenant (id, name, time_zone, change_seq) overriding system value
      values (1, 'large', 'UTC', ${ROWS}), (2, 'small', 'UTC', 100)`);
    // Four partitions with thousands of rows each, of two tenants, so that a condition on the tenant alone does not narrow.
    const when = (n: string) => `now() - interval '85 days' + ${n} * interval '110 days' / ${ROWS}`;
    for (const [tenant, count] of [
      [1, ROWS],
      [2, ROWS / 4],
    ] as const) {
      await db.query(`insert into change_set (tenant_id, last_no, first_no, actor, origin, request_id, at)
        select ${tenant}, n * 10, n * 10 - 9, 'key:' || n % 50, 'import', 'r' || n, ${when('n * 10')} from generate_series(1, ${count / 10}) n`);
      await db.query(`insert into change (tenant_id, no, set_no, entity, record_id, key, source_app, action, version, from_back_office, before, after, at)
        select ${tenant}, n, ((n + 9) / 10) * 10, (array['Appointment', 'Assignment', 'Job', 'Task'])[1 + n % 4], n % 3000, 'k' || n, 'ERP',
          (array['updated', 'updated', 'updated', 'created', 'deleted'])[1 + n % 5], 1, true, '{"text":"' || repeat(md5(n::text), 8) || '"}', '{"text":"x"}', ${when('n')}
        from generate_series(1, ${count}) n`);
      await db.query(`insert into delivery (tenant_id, receiver_id, entity, record_id, change_no, action, body, status, created_at, ended_at)
        select ${tenant}, 1 + n % 3, 'Appointment', n % 3000, n, 'U', repeat(md5(n::text), 8), case when n % 500 = 0 then 'waiting' else 'delivered' end,
          ${when('n')}, case when n % 500 = 0 then null else ${when('n')} end
        from generate_series(1, ${count}) n`);
    }
    await db.query(
      `insert into receiver (tenant_id, webhook_id, since_no, enabled) select t, r, 0, true from generate_series(1, 2) t, generate_series(1, 3) r`,
    );
    await db.query('vacuum analyze');
    const names = await db.query<{ name: string }>(
      `select relname as name from pg_class where relispartition and relkind = 'r' and pg_relation_size(oid) > 0`,
    );
    filled = new Set(names.map(({ name }) => name));
    expect(filled.size).toBe(8);
  });
  afterAll(async () => {
    await db.close();
    await service.close();
  });

  test.each(Object.entries(STATEMENTS))('%s reads no partition as a whole', async (_, read) => {
    const plans: { text: string; nodes: PlanNode[] }[] = [];
    const explain = async (session: Session, text: string, values: readonly unknown[]): Promise<void> => {
      if (!/\b(?:change|delivery)\b/.test(text)) return;
      const [row] = await session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) ${text}`,
        values,
      );
      if (row) plans.push({ text, nodes: nodesOf(row['QUERY PLAN'][0].Plan) });
    };
    await db.transaction(async (tx) => {
      const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
        await explain(tx, text, values);
        return tx.query<Row>(text, values);
      };
      await read({ ...tx, query, prepared: query } as unknown as Database & Transaction);
      return { commit: false, value: undefined };
    });
    expect(plans.length).toBeGreaterThan(0);
    for (const { text, nodes } of plans) {
      const wrong = nodes
        .filter((node) => filled.has(node['Relation Name']) && readsAll(node))
        .map((node) => `${node['Node Type']} on ${node['Relation Name']}`);
      expect(wrong, text).toEqual([]);
    }
  });
});
