import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beat } from '../../../src/features/status/heartbeat.ts';
import { Node } from '../../../src/features/status/node.ts';
import { makeLog } from '../../../src/platform/log.ts';
import { enqueueMails } from '../../../src/platform/mail/mail.ts';
import { Outages } from '../../../src/platform/outages.ts';
import { clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
let other: TestTenant;
const worker = new Node({ version: '1.2.3', roles: ['worker'], dataDir: '/' });
const api = new Node({ version: '1.2.3', roles: ['api'], dataDir: '/nowhere/at/all' });

beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  other = await service.tenant();
});
afterAll(() => service.close());

const codes = async (tenant: TestTenant): Promise<string[]> =>
  (await tenant.client.get('/status')).body.problems.map(({ code }: { code: string }) => code);

describe('GET /status', () => {
  test('without a process that reported says that nobody does background work', async () => {
    const { status, body } = await erp.client.get('/status');
    expect(status).toBe(200);
    expect(body.nodes).toEqual([]);
    expect(body.problems).toEqual([{ code: 'noWorker', severity: 'critical', about: '' }]);
    expect(body.database).toMatchObject({ state: 'writable' });
    expect(body.database.version).toMatch(/^\d+/);
  });

  test('shows the processes that report, with what they say of themselves', async () => {
    for (const node of [worker, api]) await beat(service.deps, node);
    const { body } = await erp.client.get('/status');
    expect(body.nodes).toHaveLength(2);
    expect(body.nodes.find(({ roles }: { roles: string[] }) => roles.includes('worker'))).toMatchObject({
      version: '1.2.3',
      isRunning: true,
      disk: { freeBytes: expect.any(Number), sizeBytes: expect.any(Number) },
      outages: [],
    });
    expect(body.nodes.find(({ roles }: { roles: string[] }) => roles.includes('api')).disk).toBeNull();
    expect(body.problems).toEqual([]);
  });

  test('shows a process that does not report any more, and forgets it after a day', async () => {
    const ago = (time: string) =>
      service.deps.db.query(`update node_heartbeat set seen_at = now() - $2::interval where id = $1`, [api.id, time]);
    await ago('1 minute');
    expect(await codes(erp)).toEqual(['processGone']);
    await ago('25 hours');
    expect((await erp.client.get('/status')).body.nodes).toHaveLength(1);
    await beat(service.deps, worker);
    expect(await service.deps.db.query('select from node_heartbeat where id = $1', [api.id])).toEqual([]);
  });

  test('shows outages without their reasons, which may name an address', async () => {
    const outages = new Outages(makeLog('silent'));
    outages.failed('delivering changes', { reason: 'https://secret.example refused' });
    await beat({ ...service.deps, outages }, worker);
    const { body, text } = await erp.client.get('/status');
    expect(body.nodes[0].outages).toEqual([{ what: 'delivering changes', since: expect.any(String), failures: 1 }]);
    expect(body.problems.map(({ code }: { code: string }) => code)).toEqual(['outage']);
    expect(text).not.toContain('secret.example');
    await beat(service.deps, worker);
  });

  test('counts jobs and failed requests of the own tenant only', async () => {
    await service.deps.db.transaction(async (tx) => {
      const letter = { to: 'a@example.com', subject: 'Hello', text: 'Hello.' };
      await enqueueMails(tx, { tenantId: erp.tenant.id, requestId: 'r-1' }, [letter]);
      return { commit: true, value: undefined };
    });
    await service.deps.db.query(`update background_job set status = 'failed' where tenant_id = $1`, [erp.tenant.id]);
    const error = { at: Date.now(), method: 'GET', route: '/job', status: 500, requestId: 'r-500' };
    worker.note({ ...error, tenantId: erp.tenant.id });
    await beat(service.deps, worker);
    const own = (await erp.client.get('/status')).body;
    expect(own.jobs.failed).toBe(1);
    expect(own.errors).toEqual([{ ...error, at: expect.any(String), node: worker.name }]);
    expect(own.problems.map(({ code }: { code: string }) => code).sort()).toEqual(['jobsFailed', 'requestsFailed']);
    const answer = await other.client.get('/status');
    expect(answer.body.jobs.failed).toBe(0);
    expect(answer.body.errors).toEqual([]);
    expect(answer.body.problems).toEqual([]);
    expect(answer.text).not.toContain('r-500');
  });

  test('needs the permission settings.manage for the whole tenant', async () => {
    const reader = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['import'] }) });
    expect((await reader.get('/status')).status).toBe(403);
    const limited = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['ERP'] }) });
    expect((await limited.get('/status')).status).toBe(403);
  });

  test('takes the same number of statements for any number of processes', async () => {
    service.statements();
    await erp.client.get('/status');
    const one = service.statements().length;
    for (let n = 0; n < 5; n++) await beat(service.deps, new Node({ version: '1.2.3', roles: ['api'], dataDir: '/' }));
    service.statements();
    await erp.client.get('/status');
    expect(service.statements().length).toBe(one);
  });
});
