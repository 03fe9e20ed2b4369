import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invitationToken } from '../support/invitations.ts';
import {
  type Answer,
  aCall,
  type Client,
  clientFor,
  sharedService,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts';
import { aJob, aResource, aTask, holdings, jobKey } from './builders.ts';

let first: TestService;
let second: TestService;
let erp: TestTenant;
beforeAll(async () => {
  first = await sharedService();
  second = await startService({ database: first.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await first.close();
});
beforeEach(async () => {
  erp = await first.tenant();
});

/** Clients on both nodes in turn. */
const clients = (n: number, nodes: TestService[]): Client[] =>
  Array.from({ length: n }, (_, i) => clientFor(nodes[i % nodes.length]!.baseUrl, { 'x-api-key': erp.key }));

/** Reads the log from the start while others write, on a node, until told to stop; answers the numbers in the order seen. */
function follow(client: Client) {
  const seen: number[] = [];
  let stopped = false;
  const reading = (async () => {
    for (let after = 0; ; ) {
      const last = stopped;
      const { body } = await client.get(`/changes?after=${after}&limit=500${last ? '' : '&wait=1'}`);
      for (const change of body.changes) seen.push(change.number);
      after = body.next;
      if (last && body.changes.length === 0) return;
    }
  })();
  return {
    async finish(): Promise<number[]> {
      stopped = true;
      await reading;
      return seen;
    },
  };
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);
const KEYS = 40;

/** The same keys in an order of the client's own, each with a value of its own: every batch changes every record. */
const batch = (client: number, round: number) => {
  const order = upTo(KEYS);
  if (client % 2 === 1) order.reverse();
  const shift = client * 5;
  return [...order.slice(shift), ...order.slice(0, shift)].flatMap((no) => [
    aJob(`J${no}`, { SiteCity: `${client}/${round}` }),
    aTask(`J${no}`, 'T', { Subject: `${client}/${round}` }),
    aResource(`R${no}`, { Department: `${client}/${round}`, ResourceType: `Type ${no % 7}` }),
  ]);
};

describe('clients that import overlapping keys in opposite orders', () => {
  test.each([
    ['two clients on one node', 2, 12, false],
    ['eight clients on one node', 8, 6, false],
    ['two clients on two nodes', 2, 12, true],
    ['eight clients on two nodes', 8, 6, true],
  ])('%s: no fault, no lost row, a gapless log in the order of commits', async (_who, n, rounds, both) => {
    const nodes = both ? [first, second] : [first];
    const readers = [first, second].map(({ baseUrl }) => follow(clientFor(baseUrl, { 'x-api-key': erp.key })));
    const answers = (
      await Promise.all(
        clients(n, nodes).map(async (client, at) => {
          const own: Answer[] = [];
          for (let round = 0; round < rounds; round++) own.push(await client.import(batch(at, round)));
          return own;
        }),
      )
    ).flat();
    const seen = await Promise.all(readers.map((reader) => reader.finish()));

    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text.slice(0, 300))).toEqual([]);
    const held = await holdings(first, erp);
    expect(held).toMatchObject({ job: KEYS, task: KEYS, resource: KEYS, resource_type: 7 + 1 });
    for (const numbers of seen) expect(numbers).toEqual(upTo(held['changes'] ?? 0));
    const made = answers.reduce((sum, { body }) => sum + body.counts.created + body.counts.updated, 0);
    // Beside the calls: the calendar and the resource type of a new tenant, and the seven types that the resources made.
    expect(held['changes']).toBe(made + 2 + 7);
    const versions = await first.deps.db.query<{ n: number }>(
      'select count(*) as n from change c join job j on j.id = c.record_id where c.tenant_id = $1 and c.entity = $2',
      [erp.tenant.id, 'Job'],
    );
    const jobs = await erp.client.get('/job');
    expect(jobs.body.reduce((sum: number, job: { version: number }) => sum + job.version, 0)).toBe(versions[0]?.n);
  });

  test('the last committed batch is what is stored: no record mixes two of them', async () => {
    await Promise.all(
      clients(6, [first, second]).map((client, at) =>
        client.import(upTo(KEYS).map((no) => aJob(`J${no}`, { SiteCity: `c${at}`, SiteName: `c${at}` }))),
      ),
    );
    for (const job of (await erp.client.get('/job')).body) expect(job.siteCity).toBe(job.siteName);
  });
});

test('imports and deletes of the same trees at once: never a fault, never a task without its job', async () => {
  const jobs = upTo(15);
  const fill = jobs.flatMap((no) => [aJob(`J${no}`), aTask(`J${no}`, 'A'), aTask(`J${no}`, 'B')]);
  const empty = jobs.toReversed().map((no) => aCall('mboc_deleteJob', jobKey(`J${no}`)));
  const answers = await Promise.all(
    clients(6, [first, second]).map(async (client, at) => {
      const own: Answer[] = [];
      for (let round = 0; round < 6; round++) own.push(await client.import((at + round) % 2 ? fill : empty));
      return own;
    }),
  );
  for (const { status, text } of answers.flat()) expect(status, text.slice(0, 300)).toBe(200);
  const [orphans] = await first.deps.db.query<{ n: number }>(
    'select count(*) as n from task t where tenant_id = $1 and not exists (select from job j where j.id = t.job_id)',
    [erp.tenant.id],
  );
  expect(orphans?.n).toBe(0);
  await erp.client.import(fill);
  expect(await holdings(first, erp)).toMatchObject({ job: 15, task: 30 });
});

describe('If-Match', () => {
  const job = (more: object) => ({ ...jobKey('J'), ...more });

  test('of several writers with the same version exactly one succeeds; the others get the current record', async () => {
    await erp.client.import([aJob('J')]);
    for (let round = 1; round <= 8; round++) {
      const answers = await Promise.all(
        clients(4, [first, second]).map((client, at) =>
          client.put('/job', job({ SiteCity: `${round}/${at}` }), { 'if-match': `"${round}"` }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
      const winner = answers.findIndex(({ status }) => status === 200);
      for (const answer of answers.filter(({ status }) => status === 412)) {
        expect(answer.body.Code).toBe('APP003');
        expect(answer.body.current).toMatchObject({ version: round + 1, siteCity: `${round}/${winner}` });
        expect(answer.headers.get('etag')).toBe(`"${round + 1}"`);
      }
    }
  });

  test('a delete and a change with the same version: one of them', async () => {
    await erp.client.import([aJob('J')]);
    const [one, two] = clients(2, [first, second]) as [Client, Client];
    const answers = await Promise.all([
      one.del('/job', jobKey('J'), { 'if-match': '"1"' }),
      two.put('/job', job({ SiteCity: 'Ghent' }), { 'if-match': '"1"' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('in a list every record holds its own version, and one that is another stops them all', async () => {
    await erp.client.import([aJob('J'), aJob('K')]);
    await erp.client.put('/job', job({ SiteCity: 'Ghent' }));
    const both = (seen: number) =>
      erp.client.put('/job', [
        { ...jobKey('K'), SiteCity: 'Bruges', ifMatch: 1 },
        job({ SiteCity: 'Bruges', IfMatch: seen }),
      ]);
    const late = await both(1);
    expect(late.status).toBe(412);
    expect(late.body.current).toMatchObject({ jobNo: 'J', siteCity: 'Ghent', version: 2 });
    expect((await erp.client.get('/job/K')).body.siteCity).not.toBe('Bruges');
    expect((await both(2)).status).toBe(200);
    expect((await erp.client.put('/job', [job({ ifMatch: '2' })])).body).toMatchObject({ Code: 'REQ008' });
  });

  test('a record that is gone is 412, not created again', async () => {
    const answer = await erp.client.put('/job', job({ ShortDescription: 'x' }), { 'if-match': '"3"' });
    expect(answer.status).toBe(412);
    expect((await erp.client.get('/job')).body).toEqual([]);
  });

  test('* asks that the record exists', async () => {
    const send = () => erp.client.put('/job', job({ ShortDescription: 'x' }), { 'if-match': '*' });
    expect((await send()).status).toBe(412);
    await erp.client.import([aJob('J')]);
    expect((await send()).status).toBe(200);
  });
});

describe('rules that span records hold under concurrent writers', () => {
  test('one default calendar', async () => {
    for (let round = 0; round < 6; round++)
      await Promise.all(
        clients(4, [first, second]).map((client, at) =>
          client.post('/calendar', { Code: `C${round}${at}`, Default: true }),
        ),
      );
    const defaults = await erp.client.get('/calendar?default=true');
    expect(defaults.body).toHaveLength(1);
  });

  test('no circle of calendars', async () => {
    for (let round = 0; round < 6; round++) {
      const [a, b] = [`A${round}`, `B${round}`];
      await erp.client.post('/calendar', [{ Code: a }, { Code: b }]);
      const [one, two] = clients(2, [first, second]) as [Client, Client];
      const answers = await Promise.all([
        one.post('/calendar', { Code: a, ParentCode: b }),
        two.post('/calendar', { Code: b, ParentCode: a }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test('one record for a new key, however many create it at once', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        clients(6, [first, second]).map((client) =>
          client.post('/tag', { Code: round % 2 ? `t${round}` : `T${round}` }),
        ),
      );
      const outcomes = answers.map(({ body }) => body.results[0].outcome).sort();
      expect(outcomes).toEqual(['created', ...Array(5).fill('unchanged')]);
    }
    expect((await erp.client.get('/tag')).body).toHaveLength(5);
  });

  test('one account for an e-mail whose person accepts the invitations of two tenants at once, and no fault', async () => {
    const other = await first.tenant();
    for (let round = 0; round < 5; round++) {
      const email = `p${round}@example.com`;
      const answers = await Promise.all([erp, other].map(({ client }) => client.post('/user', { Email: email })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const tokens = [await invitationToken(first, erp, email), await invitationToken(first, other, email)];
      const accepted = await Promise.all(
        tokens.map((token) => erp.client.post(`/invitation/${token}`, { password: 'a long password' })),
      );
      expect(accepted.map(({ status }) => status)).toEqual([200, 200]);
      const accounts = await first.deps.db.query('select id from account where email = $1', [email]);
      expect(accounts).toHaveLength(1);
    }
  });
});

describe('references without foreign keys', () => {
  test('writers of tasks and deleters of their jobs leave no orphan in any order', async () => {
    const tenant = await first.tenant();
    const source = { SourceApp: 'ERP', SourceType: 'S' };
    const job = (no: number) => aCall('mboc_upsertJob', { ...source, JobNo: `J${no}`, ShortDescription: 'x' });
    const task = (no: number, t: number) =>
      aCall('mboc_upsertTask', { ...source, JobNo: `J${no}`, TaskNo: `T${t}`, ShortDescription: 'x' });
    const numbers = [0, 1, 2, 3, 4, 5];
    for (let round = 0; round < 12; round++) {
      await tenant.client.import(numbers.map(job));
      const answers = await Promise.all([
        ...[0, 1, 2].map((t) =>
          tenant.client.import(
            numbers.map((no) => task(no, t)),
            { prefer: 'handling=lenient' },
          ),
        ),
        ...[0, 1].map((at) =>
          tenant.client.import(
            numbers.slice(3 * at, 3 * at + 3).map((no) => aCall('mboc_deleteJob', { ...source, JobNo: `J${no}` })),
          ),
        ),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const orphans = await first.deps.db.query(
        'select t.key from task t where not exists (select from job j where j.tenant_id = t.tenant_id and j.id = t.job_id)',
      );
      expect(orphans).toEqual([]);
    }
  });
});
