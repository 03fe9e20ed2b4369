import { addKey } from '../../src/features/access/api-keys.ts';
import { insertTenant } from '../../src/features/access/tenant-store.ts';
import { Database } from '../../src/platform/postgres/database.ts';
import { models, procedures } from '../../src/records/derive/model.ts';
import { type Answer, aCall, Place, request } from '../../test/process/process.ts';
import { alsoMarked, type Marks, markedRecord } from '../../test/records/marked-records.ts';
import { type Operation, operations } from '../fuzz/operations.ts';
import type { PartResult } from './result.ts';

/** Keys of the owner, which the stranger names, and a text of the owner, which must stand in no answer. */
const MARKS: Marks = {
  key: 'zq7x',
  text: 'zq7xsecret',
  guid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  otherGuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  email: 'zq7x@zq7x.example',
};
const STRANGER: Marks = { ...MARKS, text: 'ofthestranger' };
const WINDOW =
  'start=2020-05-15&end=2020-07-15&startDate=2020-05-15&endDate=2020-07-15&open=all&history=true&order=desc';
/** Has no end; what it shows is tested in test/records/isolation.test.ts. */
const ENDLESS = '/changes/stream';

/** A digest of every row of the tenant, table by table. */
async function holdings(db: Database, tenantId: number): Promise<Map<string, string>> {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' order by table_name`,
  );
  const sums = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await db.query<{ sum: string }>(
      `select md5(coalesce(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' order by t::text), '')) as sum from ${name} t where tenant_id = $1`,
      [tenantId],
    );
    sums.set(name, row?.sum ?? '');
  }
  return sums;
}

/** Every id that the owner has, whatever it counts. */
async function idsOf(db: Database, tenantId: number): Promise<number[]> {
  const tables = await db.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.columns t
       on t.table_name = c.table_name and t.table_schema = c.table_schema and t.column_name = 'tenant_id'
     where c.table_schema = 'public' and c.column_name = 'id' and c.data_type = 'bigint'`,
  );
  const ids = new Set<number>();
  for (const { name } of tables)
    for (const { id } of await db.query<{ id: number }>(`select id from ${name} where tenant_id = $1`, [tenantId]))
      ids.add(id);
  return [...ids];
}

async function fillOwner(address: string, key: string): Promise<void> {
  for (const model of models.values())
    for (const record of [markedRecord(model, MARKS), alsoMarked(model, MARKS)]) {
      if (!record) continue;
      const { status, body } = await request(address, key, `/${model.entity.route}`, record);
      if (status !== 200) throw new Error(`${model.name}: ${JSON.stringify(body)}`);
    }
  await request(address, key, '/calendarFeed', { resourceNo: MARKS.key, name: MARKS.text });
  await request(address, key, '/webhooks/AppointmentCreated', { notificationURL: `https://${MARKS.text}.example` });
  await request(address, key, '/cursors', { name: MARKS.key });
}

const filled = (path: string, reference: string): string =>
  path.replace('{event}', 'AppointmentCreated').replace(/\{[^}]+\}/g, encodeURIComponent(reference));

/** A body that names records of the owner. */
function bodyFor({ path, method, body }: Operation): unknown {
  if (method === 'GET' || !body) return undefined;
  const model = [...models.values()].find(({ entity }) => `/${entity.route}`.toLowerCase() === path.toLowerCase());
  if (model) return markedRecord(model, STRANGER);
  const task = models.get('Task');
  return {
    ...(task ? markedRecord(task, STRANGER) : {}),
    name: MARKS.key,
    resource: MARKS.key,
    requestId: 'soak-owner',
  };
}

/** How many routes show the secret to its owner: what nobody can see cannot leak either, and proves nothing. */
async function secretsSeen(address: string, ownerKey: string): Promise<number> {
  const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{') && path !== ENDLESS);
  const answers = await Promise.all(
    lists.map(({ path }) => request(address, ownerKey, `${path}?${WINDOW}`).catch(() => undefined)),
  );
  return answers.filter((answer) => JSON.stringify(answer?.body ?? '').includes(MARKS.text)).length;
}

/** With the credentials of one tenant, every route and procedure is called with the keys and ids of another. */
export async function tenantWalk(databaseUrl: string): Promise<PartResult> {
  const place = await Place.make();
  const db = new Database({ connection: databaseUrl, connections: 2, onError: () => {} });
  const problems: string[] = [];
  let sent = 0;
  let seen = 0;
  try {
    const { address } = await place.start({
      DATABASE_URL: databaseUrl,
      ROLES: 'api',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'silent',
    });
    const tenants = await Promise.all(
      ['owner', 'stranger'].map((name) => insertTenant(db, `soak ${name}`, 'Europe/Brussels')),
    );
    const [ownerKey = '', strangerKey = ''] = await Promise.all(
      tenants.map(async (tenant) =>
        tenant ? (await addKey(db, tenant, { name: 'soak', scopes: ['admin'] }, 'soak')).key : '',
      ),
    );
    const ownerId = tenants[0]?.id ?? 0;
    await fillOwner(address, ownerKey);
    const ids = await idsOf(db, ownerId);
    seen = await secretsSeen(address, ownerKey);
    const before = await holdings(db, ownerId);
    if (seen < 20) problems.push(`only ${seen} lists show the text that must not leak`);
    const check = (what: string, { status, body }: Answer): void => {
      sent++;
      if (JSON.stringify(body ?? '').includes(MARKS.text)) problems.push(`${what} shows data of another tenant`);
      if (status >= 500) problems.push(`${what} answered ${status}`);
    };
    const walk = async (operation: Operation, reference: string): Promise<void> => {
      for (const query of operation.method === 'GET' ? ['', `?${WINDOW}`, '?by=id'] : ['']) {
        const target = `${filled(operation.path, reference)}${query}`;
        const answer = await request(address, strangerKey, target, bodyFor(operation), operation.method).catch(
          () => undefined,
        );
        // Not JSON: a calendar feed, which nobody finds without its secret name.
        if (answer) check(`${operation.method} ${target}`, answer);
      }
    };
    for (const operation of operations.filter(({ path }) => path !== ENDLESS)) {
      const references = operation.path.includes('{') ? [MARKS.key, MARKS.email, MARKS.guid, ...ids.map(String)] : [''];
      for (let at = 0; at < references.length; at += 4)
        await Promise.all(references.slice(at, at + 4).map((reference) => walk(operation, reference)));
    }
    for (const procedure of [...procedures, ...procedures.toReversed()])
      check(
        procedure.name,
        await request(address, strangerKey, '/import', [
          aCall(procedure.name, markedRecord(procedure.model, STRANGER)),
        ]),
      );
    const after = await holdings(db, ownerId);
    for (const [table, sum] of before)
      if (after.get(table) !== sum) problems.push(`table ${table} of the other tenant was changed`);
  } finally {
    await place.remove();
    await db.close();
  }
  return {
    rows: [
      ['Requests with keys and ids of another tenant', sent],
      ['Routes and methods, procedures', `${operations.length - 1}, ${procedures.length}`],
      ['Lists that show the owner the text that must not leak', seen],
      ['Answers with data of another tenant, changes to it', problems.length],
    ],
    problems,
  };
}
