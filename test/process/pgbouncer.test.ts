import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BreakingProxy } from '../support/breaking-proxy.ts';
import { pageBlocks } from '../support/page-blocks.ts';
import { TestReceiver } from '../support/receiver.ts';
import { SCALE_OUT, startPgBouncer } from './pgbouncer-server.ts';
import { aCall, aJob, demanded, type Environment, Place, repository, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const KEY = 'the key of the pooler tests';
const SESSION_MODE = '### Session mode';
const TRANSACTION_MODE = '### Transaction mode';

const possible = demanded(existsSync('/usr/sbin/pgbouncer'), 'REQUIRE_PGBOUNCER', 'PgBouncer: it is not installed');

describe.runIf(possible)('PgBouncer with the configuration of the page', () => {
  let place: Place;
  let shared: SharedDatabase;
  /** PgBouncer runs under another account, which may not open the socket of the server. */
  let tcp: BreakingProxy;
  let receiver: TestReceiver;
  beforeEach(async () => {
    [place, shared, receiver] = [await Place.make(), await SharedDatabase.make(), await TestReceiver.start()];
    tcp = await BreakingProxy.start(shared.url);
    const name = new URL(shared.url).pathname.slice(1);
    // What the service reads must not depend on how the server writes dates.
    await shared.query(`alter database ${name} set timezone = 'Asia/Tokyo'`);
    await shared.query(`alter database ${name} set datestyle = 'German'`);
  });
  afterEach(async () => {
    await place.remove();
    await tcp.stop();
    await receiver.stop();
    await shared.remove();
  });

  const start = (env: Environment): Promise<Service> =>
    place.start({ BOOTSTRAP_API_KEY: KEY, OUTBOUND_ALLOW_PRIVATE: 'true', ...env });

  /** Imports, long polls, times, jobs and deliveries: what needs a transaction, a session, LISTEN, and the queue. */
  async function expectService({ address }: Service): Promise<void> {
    const news = request(address, KEY, '/changes?wait=30&entity=Appointment');
    const calls = [
      aCall('mboc_upsertConnector', {
        SourceApp: 'ERP',
        Name: 'erp',
        WebServiceAddress: receiver.url,
        AuthType: 1,
        Login: 'svc',
        Password: 'a password',
      }),
      aJob('J'),
      aCall('mboc_upsertTask', {
        SourceApp: 'ERP',
        SourceType: 'SERVICE',
        JobNo: 'J',
        TaskNo: 'T',
        ShortDescription: 'T',
      }),
      ...[1, 2, 3].map((n) =>
        aCall('mboc_upsertAppointment', {
          SourceApp: 'ERP',
          SourceType: 'SERVICE',
          JobNo: 'J',
          TaskNo: 'T',
          AppointmentGuid: `00000000-0000-4000-8000-00000000000${n}`,
          Start: '2026-06-01T10:00',
          End: '2026-06-01T12:00',
        }),
      ),
    ];
    const answer = await request(address, KEY, '/import', calls);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { changes } = (await news).body;
    expect(changes.length).toBeGreaterThan(0);
    expect(Math.abs(Date.parse(changes[0].at) - Date.now())).toBeLessThan(3_600_000);
    const writes = Array.from({ length: 30 }, (_, n) => request(address, KEY, '/import', [aJob(`K-${n}`)]));
    for (const { status } of await Promise.all(writes)) expect(status).toBe(200);
    const [appointment] = (await request(address, KEY, '/appointment?startDate=2026-06-01&endDate=2026-06-02')).body;
    expect(appointment.start).toContain('2026-06-01T10:00');
    expect((await request(address, {}, '/health/ready')).status).toBe(200);
    await until(() => receiver.received.length >= 3, 'the deliveries');
  }

  test('works in session mode', async () => {
    const bouncer = await startPgBouncer(place, tcp.url, SESSION_MODE);
    await expectService(await start({ DATABASE_URL: bouncer.urlOf('openslot') }));
  });

  test.each([
    ['as the page has it', (config: string) => config],
    ['with one server connection', (config: string) => config.replace('pool_size=10', 'pool_size=1')],
    ['with server connections in turns', (config: string) => `${config}server_round_robin = 1\n`],
  ])('is refused in transaction mode, %s, if there is no second address', async (_, change) => {
    const bouncer = await startPgBouncer(place, tcp.url, TRANSACTION_MODE, change);
    const run = await place.run(['serve'], { DATABASE_URL: bouncer.urlOf('openslot') });
    expect(run.code).toBe(1);
    expect(run.stderr).toBe(`${quoted()}\n`);
  });

  test('is refused in statement mode, with or without a second address', async () => {
    const bouncer = await startPgBouncer(place, tcp.url, TRANSACTION_MODE, (config) =>
      config.replace('pool_mode=transaction', 'pool_mode=statement'),
    );
    const DATABASE_URL = bouncer.urlOf('openslot');
    for (const env of [{ DATABASE_URL }, { DATABASE_URL, DATABASE_LISTEN_URL: shared.url }])
      expect((await place.run(['serve'], env)).stderr).toMatch(/DATABASE_URL cannot be used: .*statement pooling/);
  });

  test('works in transaction mode with the settings of the page', async () => {
    const bouncer = await startPgBouncer(place, tcp.url, TRANSACTION_MODE);
    const addresses = settingsOfPage((entry) => bouncer.urlOf(entry));
    const [warned, wrong] = await Promise.all([
      place.run(['migrate'], addresses),
      place.run(['migrate'], { ...addresses, DATABASE_LISTEN_URL: bouncer.urlOf('openslot') }),
    ]);
    expect(warned.stdout + warned.stderr).toContain('alter role … set statement_timeout');
    expect(wrong.stderr).toMatch(/^DATABASE_LISTEN_URL leads through a connection pooler in transaction mode\./);
    const { username, pathname } = new URL(shared.url);
    const [sql = ''] = pageBlocks(SCALE_OUT, TRANSACTION_MODE, 'sql');
    await shared.query(sql.replaceAll('role openslot set', `role ${username} in database ${pathname.slice(1)} set`));
    const again = await startPgBouncer(place, tcp.url, TRANSACTION_MODE);
    const service = await start(settingsOfPage((entry) => again.urlOf(entry)));
    await expectService(service);
    expect(service.stdout() + service.stderr()).not.toContain('alter role');
  });

  test('is refused if its two addresses lead to different databases', async () => {
    const other = await SharedDatabase.make();
    const run = await place.run(['serve'], { DATABASE_URL: shared.url, DATABASE_LISTEN_URL: other.url });
    await other.remove();
    expect(run.stderr).toContain('lead to different databases');
  });
});

test('a second address without a first is refused', async () => {
  const place = await Place.make();
  const run = await place.run(['serve'], { DATABASE_LISTEN_URL: 'postgres://localhost/x' });
  await place.remove();
  expect(run.stderr).toContain('need DATABASE_URL');
});

/** The sentence that the page quotes. */
const quoted = (): string =>
  readFileSync(path.join(repository, SCALE_OUT), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('> '))
    ?.slice(2) ?? '';

const settingsOfPage = (urlOf: (entry: string) => string): Record<string, string> => {
  const [block = ''] = pageBlocks(SCALE_OUT, TRANSACTION_MODE, 'sh');
  return Object.fromEntries(
    [...block.matchAll(/^(\w+)=\S+\/(\w+)$/gm)].map(([, name = '', entry = '']) => [name, urlOf(entry)]),
  );
};
