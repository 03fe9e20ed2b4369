import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { models } from '../../src/records/derive/model.ts';
import { alsoMarked, type Marks, markedRecord } from '../records/marked-records.ts';
import { pageBlocks } from '../support/page-blocks.ts';
import { preparedPlace } from './prepared-place.ts';
import { aJob, demanded, hasProgram, Place, repository, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const KEY = 'the key of the move-out test';
const MARKS: Marks = {
  key: 'before',
  text: 'beforethemove',
  guid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  otherGuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  email: 'before@example.com',
};
const AFTER: Marks = {
  ...MARKS,
  key: 'after',
  guid: '1f8fad5b-d9cb-469f-a165-70867728950e',
  otherGuid: '2c9e6679-7425-40de-944b-e07fc1f90ae7',
  email: 'after@example.com',
};

/** What a table holds: how many rows, and a digest of all of them. */
type Content = Readonly<Record<string, string>>;

async function contentOf(client: pg.Client): Promise<Content> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by 1",
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    // The new database has a queue of its own, so queue_id differs.
    const { rows } = await client.query<{ what: string }>(
      `select count(*) || ' rows ' || coalesce(md5(string_agg(row, ',' order by row)), '') as what
       from (select (to_jsonb(t) - 'queue_id')::text as row from ${name} t) as rows`,
    );
    content[name] = rows[0]?.what ?? '';
  }
  return content;
}

async function connected<T>(url: string | pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs the commands of the page in a shell, with the addresses in the environment. */
function shell(script: string, env: Readonly<Record<string, string>>): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', script], { cwd: repository, env: { ...process.env, ...env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    child.on('close', (code) => resolve({ code, said }));
  });
}

const possible = demanded(hasProgram('psql'), 'REQUIRE_PSQL', 'moving out of the private PostgreSQL, which needs psql');

describe.runIf(possible)('the move-out recipe of docs/guides/operating.md', () => {
  let place: Place;
  let next: Place;
  let target: SharedDatabase;
  let service: Service;
  let old: pg.ClientConfig;
  beforeAll(async () => {
    [place, next, target] = await Promise.all([preparedPlace(), Place.make(), SharedDatabase.empty()]);
    // Nothing works in the background: what is compared stays as it is.
    service = await place.start({ BOOTSTRAP_API_KEY: KEY, ROLES: 'api' });
    const password = (await readFile(path.join(place.dataDir, 'postgres.password'), 'utf8')).trim();
    old = { host: path.join(place.dataDir, 'postgres'), user: 'openslot', database: 'openslot', password };
    for (const model of models.values())
      for (const record of [markedRecord(model, MARKS), alsoMarked(model, MARKS)]) {
        if (!record) continue;
        const { status, body } = await request(service.address, KEY, `/${model.entity.route}`, record);
        expect(status, `${model.name}: ${JSON.stringify(body)}`).toBe(200);
      }
    const odd = 'a\ttab, a \\ backslash, a\nline, \\N, "quotes" and ünïcödé 👍';
    await request(service.address, KEY, '/tag', { code: 'odd', name: odd });
    await request(service.address, KEY, '/import', [aJob('one'), aJob('two')]);
    await request(service.address, KEY, '/calendarFeed', { resourceNo: MARKS.key });
    await request(service.address, KEY, '/cursors', { name: MARKS.key });
    await request(service.address, KEY, '/webhooks/AppointmentCreated', { notificationURL: 'https://erp.invalid/' });
    await request(service.address, KEY, '/import/setup', { owner: 'admin@localhost', profiles: [{ code: 'P' }] });
    // Ids that are gone are not given out again.
    await request(service.address, KEY, '/tag', { code: 'gone', name: 'gone' });
    await request(service.address, KEY, '/tag', { code: 'gone' }, 'DELETE');
  });
  afterAll(async () => {
    await place.remove();
    await next.remove();
    await target.remove();
  });

  test('moves every row of every table, and new records go on from the last id', async () => {
    const [script = ''] = pageBlocks('docs/guides/operating.md', '## Moving out of the private PostgreSQL', 'sh');
    const moveDir = path.join(place.home, 'move');
    await mkdir(moveDir);
    const before = await connected(old, contentOf);
    const env = { DATA_DIR: place.dataDir, NEW_URL: target.url, MOVE_DIR: moveDir };
    const moved = await shell(script, env);
    expect(moved.code, moved.said).toBe(0);
    expect(await connected(target.url, contentOf)).toEqual(before);
    const empty = Object.entries(before).filter(([, what]) => what.startsWith('0 rows'));
    expect(Object.keys(before).length - empty.length).toBeGreaterThan(45);

    const sequences = (client: pg.Client) =>
      client.query("select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1");
    const [there, here] = [await connected(target.url, sequences), await connected(old, sequences)];
    expect(there.rows).toEqual(here.rows);
    expect(here.rows.filter(({ last_value }) => last_value !== null).length).toBeGreaterThan(40);

    const secret = (await readFile(path.join(place.dataDir, 'jwt-secret'), 'utf8')).trim();
    service.kill('SIGTERM');
    await service.ended;
    const moving = await next.start({ DATABASE_URL: target.url, JWT_SECRET: secret });
    const highest = async (table: string): Promise<number> =>
      ((await target.query(`select coalesce(max(id), 0)::int as id from ${table}`))[0] as { id: number }).id;
    for (const model of models.values()) {
      const last = await highest(model.table);
      const record = markedRecord(model, AFTER);
      if (alsoMarked(model, AFTER))
        await request(moving.address, KEY, `/${model.entity.route}`, alsoMarked(model, AFTER));
      const { status, body } = await request(moving.address, KEY, `/${model.entity.route}`, record);
      expect(status, `${model.name}: ${JSON.stringify(body)}`).toBe(200);
      expect(body.results, model.name).toMatchObject([{ outcome: 'created' }]);
      expect(body.results[0].id, model.name).toBeGreaterThan(last);
    }
    const tag = await request(moving.address, KEY, '/tag/odd');
    expect(tag.body.name).toContain('\\N, "quotes" and ünïcödé 👍');
    // What waited in the queue of the old database is done by the new one.
    await until(async () => {
      const { body } = await request(moving.address, KEY, '/import/setup');
      return body[0]?.status === 'applied';
    }, 'the package that waited');
    // The recipe can be repeated.
    await place.start({ ROLES: 'api' });
    const again = await shell(script, env);
    expect(again.code, again.said).toBe(0);
    expect(await connected(target.url, contentOf)).toEqual(await connected(old, contentOf));
  });
});
