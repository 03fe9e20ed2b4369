import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { quotas as declared, type QuotaName, readQuotas, usualQuotas } from '../../../src/domain/quotas.ts';
import { aJob, aResource, aTask } from '../../records/builders.ts';
import {
  type Answer,
  type Client,
  clientFor,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

const TENANT = 5;
const CREDENTIAL = 3;
const quotas = Object.fromEntries(
  Object.keys(declared).map((name) => [name, { tenant: TENANT, credential: CREDENTIAL }]),
) as typeof usualQuotas;

let nodes: readonly [TestService, TestService];
let erp: TestTenant;
/** Two credentials of the tenant, each on both nodes. */
let one: readonly Client[];
let two: readonly Client[];
let slots: string[];

beforeAll(async () => {
  const options = { quotas, outbound: { allowPrivate: true } };
  const first = await startService(options);
  nodes = [first, await startService({ ...options, database: first.databaseUrl })];
});
afterAll(async () => {
  await nodes[1].close();
  await nodes[0].close();
});
beforeEach(async () => {
  // A Monday, at seven in Brussels.
  for (const node of nodes) node.setNow('2026-06-01T05:00:00Z');
  erp = await nodes[0].tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    ...['ANNA', 'BO'].map((no) => aResource(no, { HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.2 })),
    aJob('J1', { SiteAddressGeoLat: 50.86, SiteAddressGeoLong: 4.3 }),
    aTask('J1', 'T', { DurationInSeconds: 5400 }),
  ]);
  const on = (key: string) => nodes.map(({ baseUrl }) => clientFor(baseUrl, { 'x-api-key': key }));
  one = on(erp.key);
  two = on(await erp.addKey({ name: 'another' }));
  const found = await erp.client.post('/recommendation', {
    startDate: '2026-06-01T00:00',
    endDate: '2026-06-04T00:00',
    duration: 'PT1H',
    options: { limit: 1000 },
  });
  // Hours that do not overlap.
  slots = found.body.slots
    .filter(({ start }: { start: string }) => start.slice(14, 16) === '00')
    .map(({ token }: { token: string }) => token);
});

interface Kind {
  readonly code: string;
  readonly make: (client: Client, n: number) => Promise<Answer>;
  /** Makes room for one more, given what was answered. */
  readonly free: (client: Client, n: number, made: Answer) => Promise<unknown>;
}

const kinds: Readonly<Partial<Record<QuotaName, Kind>>> = {
  cursor: {
    code: 'APP039',
    make: (client, n) => client.post('/cursors', { name: `c${n}` }),
    free: (client, n) => client.send('DELETE', `/cursors/c${n}`),
  },
  webhook: {
    code: 'APP039',
    make: (client) => client.post('/webhooks/AppointmentCreated', { notificationURL: 'http://127.0.0.1:9/hook' }),
    free: (client, _n, made) => client.send('DELETE', `/webhooks/AppointmentCreated/${made.body.id}`),
  },
  connector: {
    code: 'APP039',
    make: (client, n) => client.post('/connector', { sourceApp: 'ERP', name: `c${n}`, uri: 'http://127.0.0.1:9/plan' }),
    free: (client, n) => client.del('/connector', { sourceApp: 'ERP', name: `c${n}` }),
  },
  calendarFeed: {
    code: 'APP039',
    make: (client) => client.post('/calendarFeed', { resourceNo: 'ANNA' }),
    free: (client, _n, made) => client.send('DELETE', `/calendarFeed/${made.body.id}`),
  },
  hold: {
    code: 'APP039',
    make: (client, n) => client.post('/recommendation/hold', { token: slots[n] }),
    free: (client, n) => client.send('DELETE', '/recommendation/hold', { token: slots[n] }),
  },
  run: {
    code: 'APP031',
    make: (client) => client.post('/optimization/fieldService', { start: '2026-06-01', end: '2026-06-02' }),
    free: (client, _n, made) => client.send('DELETE', `/optimization/${made.body.id}`),
  },
};

describe('a quota', () => {
  test.each(Object.entries(kinds))(
    'of %s holds for parallel requests on two nodes, and frees with what goes',
    async (name, kind) => {
      /** Requests of one credential at once, on both nodes in turn. */
      const burst = async (clients: readonly Client[], from: number, count: number) => {
        const answers = await Promise.all(
          Array.from({ length: count }, (_, i) => kind.make(clients[i % 2] as Client, from + i)),
        );
        return {
          made: answers.flatMap((answer, i) => (answer.status < 300 ? [{ answer, n: from + i }] : [])),
          refused: answers.filter(({ status }) => status >= 300),
        };
      };
      const mine = await burst(one, 0, 8);
      expect(mine.made).toHaveLength(CREDENTIAL);
      for (const { status, body } of mine.refused) {
        expect([status, body.Code]).toEqual([409, kind.code]);
        expect(body.Description).toContain(`Quota ${name}: this credential has ${CREDENTIAL} `);
      }
      const theirs = await burst(two, 8, 6);
      expect(theirs.made).toHaveLength(TENANT - CREDENTIAL);
      for (const { body } of theirs.refused)
        expect(body.Description).toContain(`Quota ${name}: the tenant has ${TENANT} `);
      const [last] = theirs.made;
      await kind.free(two[0] as Client, last!.n, last!.answer);
      expect((await kind.make(two[1] as Client, 14)).status).toBeLessThan(300);
      expect((await kind.make(two[1] as Client, 15)).body.Code).toBe(kind.code);
      // Another tenant has its own.
      const other = await nodes[0].tenant();
      expect((await other.client.post('/cursors', { name: 'c' })).status).toBe(201);
    },
  );

  test('does not refuse what is there already', async () => {
    for (let n = 0; n < CREDENTIAL; n++) await kinds.cursor!.make(one[0] as Client, n);
    expect((await kinds.cursor!.make(one[1] as Client, 1)).status).toBe(200);
    for (let n = 0; n < CREDENTIAL; n++) await kinds.hold!.make(one[0] as Client, n);
    expect((await kinds.hold!.make(one[1] as Client, 1)).status).toBeLessThan(300);
    for (let n = 0; n < CREDENTIAL; n++) await kinds.connector!.make(one[0] as Client, n);
    expect((await kinds.connector!.make(one[1] as Client, 1)).status).toBe(200);
  });

  test('of holds does not count those that have run out', async () => {
    for (let n = 0; n < CREDENTIAL; n++) await kinds.hold!.make(one[0] as Client, n);
    for (const node of nodes) node.setNow('2026-06-01T05:20:00Z');
    expect((await kinds.hold!.make(one[0] as Client, CREDENTIAL)).status).toBeLessThan(300);
  });

  test('of connectors refuses the calls of an import that are too many, and stores the rest when asked to', async () => {
    const call = (n: number) => ({
      StoredProcedureName: 'mboc_upsertConnector',
      ParameterNames: ['SourceApp', 'Name', 'WebServiceAddress'],
      ParameterValues: ['ERP', `c${n}`, 'http://127.0.0.1:9/plan'],
    });
    const sent = await one[0]!.import([0, 1, 2, 3].map(call), { prefer: 'handling=lenient' });
    expect(sent.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'created',
      'created',
      'created',
      'rejected',
    ]);
    expect((await one[0]!.get('/connector')).body).toHaveLength(CREDENTIAL);
  });
});

test('the setting names quotas in any case and leaves out what is usual', () => {
  expect(readQuotas('')).toEqual({ value: usualQuotas });
  expect(readQuotas(' Cursor=200/100, run = 40/20 ')).toEqual({
    value: { ...usualQuotas, cursor: { tenant: 200, credential: 100 }, run: { tenant: 40, credential: 20 } },
  });
  for (const wrong of ['cursor', 'cursor=1', 'tea=2/1', 'cursor=1/2', 'cursor=0/0'])
    expect(readQuotas(wrong)).toHaveProperty('wrong');
});
