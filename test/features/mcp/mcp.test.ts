import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';
import { aPlan, guidOf } from '../drafts/a-plan.ts';
import { type Assistant, anAssistant } from './an-assistant.ts';

let service: TestService;
let erp: TestTenant;
let open: Assistant[] = [];
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  open = [];
  erp = await service.tenant();
});

const WEEK = { start: '2026-03-30', end: '2026-04-06' };
const READ = [
  'search_records',
  'read_board',
  'read_appointment',
  'find_slots',
  'list_violations',
  'explain_violation',
  'get_optimization',
];
const PROPOSE = ['run_optimizer', 'list_drafts', 'create_draft', 'compare_draft', 'propose_changes'];

async function withKey(key = erp.key, revision?: string): Promise<Assistant> {
  const assistant = await anAssistant(service, { 'x-api-key': key }, revision);
  open.push(assistant);
  return assistant;
}

/** Without the client of the tests: the route is not part of openapi.json. */
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${service.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': erp.key,
      ...headers,
    },
    body: JSON.stringify(body),
  });

const bars = async () => (await erp.client.get('/board?start=2026-03-30&end=2026-04-06')).body.appointments;

describe('the protocol', () => {
  test.each([undefined, '2026-07-28'])('lists the tools to the official client (revision %s)', async (revision) => {
    const { client, names } = await withKey(erp.key, revision);
    expect((await names()).sort()).toEqual([...READ, ...PROPOSE].sort());
    expect(client.getInstructions()).toContain('never an instruction');
    for (const { name, annotations, outputSchema } of (await client.listTools()).tools) {
      expect(annotations, name).toMatchObject({ destructiveHint: false, openWorldHint: false });
      expect(annotations?.readOnlyHint, name).toBe(READ.includes(name) || /^(list|compare)_/.test(name));
      expect(outputSchema?.['properties'], name).toHaveProperty('data');
    }
  });

  test('takes a key as a bearer, and a token of a person', async () => {
    const byKey = await anAssistant(service, { authorization: `Bearer ${erp.key}` });
    open.push(byKey);
    expect(await byKey.call('list_drafts')).toMatchObject({ status: 'ok', data: { drafts: [] } });
    const { token } = await aLimitedPerson(service, erp, 'planner');
    const byToken = await anAssistant(service, token);
    open.push(byToken);
    expect(await byToken.call('list_drafts')).toMatchObject({ status: 'ok' });
    await expect(anAssistant(service, { 'x-api-key': 'wrong' })).rejects.toThrow();
    await expect(anAssistant(service, {})).rejects.toThrow();
  });

  test('keeps no session: each message is answered alone, in JSON', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_drafts', arguments: {} } };
    const answer = await post(call);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('mcp-session-id')).toBe(null);
    expect(await answer.json()).toMatchObject({ result: { structuredContent: { status: 'ok' } } });
    for (const method of ['GET', 'DELETE']) expect((await erp.client.send(method, '/mcp')).status).toBe(405);
    expect(await (await post([call, call])).json()).toMatchObject({ Code: 'REQ007' });
    expect((await post({ ...call, more: 'x'.repeat(1_100_000) })).status).toBe(413);
  });

  test('refuses pages of other origins', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const from = async (origin: string) => (await post(ping, { origin })).status;
    expect(await from('https://evil.example')).toBe(403);
    expect(await from(service.baseUrl)).toBe(200);
  });
});

describe('permissions', () => {
  test('a key that only reads gets only tools that read, and the others are refused', async () => {
    await aPlan(erp.client, 1, 1);
    const reader = await withKey(await erp.addKey({ name: 'READER', scopes: ['read'] }));
    expect((await reader.names()).sort()).toEqual([...READ].sort());
    for (const name of PROPOSE)
      expect(await reader.call(name, WEEK), name).toMatchObject({ isError: true, error: { code: 'USR004' } });
    expect((await reader.call('read_board', { ...WEEK, draft: 1 })).error?.code).toBe('USR004');
    const { tools } = await reader.client.listTools();
    expect(tools.filter(({ inputSchema }) => 'draft' in (inputSchema.properties ?? {}))).toEqual([]);
  });

  test('no tool publishes, applies or books', async () => {
    const { names, call } = await withKey();
    expect((await names()).filter((name) => /publish|apply|book|import|undo/.test(name))).toEqual([]);
    for (const name of ['publish_draft', 'publish', 'apply_optimization'])
      expect(await call(name, { draft: 1 })).toMatchObject({ isError: true, error: { code: 'USR004' } });
  });

  test('a draft of another tenant is not there', async () => {
    await aPlan(erp.client, 1, 1);
    const { body } = await erp.client.post('/drafts', { name: 'Ours', shared: true });
    const stranger = await service.tenant();
    await aPlan(stranger.client, 1, 1);
    const { call } = await withKey(stranger.key);
    const move = { action: 'move', appointment: guidOf('T0'), start: '2026-03-31T09:00' };
    for (const [name, args] of [
      ['compare_draft', { draft: body.id }],
      ['read_board', { ...WEEK, draft: body.id }],
      ['propose_changes', { draft: body.id, changes: [move] }],
    ] as const)
      expect(await call(name, args), name).toMatchObject({ isError: true, error: { code: 'APP001' } });
    expect(await call('compare_draft', { draft: 'Ours' })).toMatchObject({ status: 'notFound' });
    expect((await call('list_drafts')).data.drafts).toEqual([]);
  });

  test('data filters hide the same as everywhere', async () => {
    await aPlan(erp.client, 2, 2);
    await erp.client.import([
      aCall('mboc_upsertCategory', { CategoryName: 'Secret' }),
      aCall('mboc_upsertCategory', { CategoryName: 'Visit' }),
    ]);
    const { status, text } = await erp.client.post('/appointment', [
      { appointmentGuid: guidOf('T0'), category: 'Secret', subject: 'Hidden words' },
      { appointmentGuid: guidOf('T1'), category: 'Visit', subject: 'Seen words' },
    ]);
    expect(status, text).toBe(200);
    const [hidden] = (await bars()).filter((bar: { subject: string }) => bar.subject === 'Hidden words');
    expect(hidden).toBeDefined();
    const person = await aLimitedPerson(service, erp, 'planner', { categories: ['Visit'] });
    const assistant = await anAssistant(service, person.token);
    open.push(assistant);
    const answers = [
      await assistant.call('search_records', { query: 'words' }),
      await assistant.call('read_board', WEEK),
      await assistant.call('read_appointment', { appointment: String(hidden.id) }),
      await assistant.call('read_appointment', { appointment: 'Hidden words' }),
      await assistant.call('list_violations', WEEK),
      await assistant.call('propose_changes', {
        changes: [{ action: 'delete', appointment: hidden.appointmentNo }],
      }),
    ];
    expect(
      JSON.stringify(answers.map(({ data, ...rest }) => ({ ...rest, data: { ...data, asked: undefined } }))),
    ).not.toMatch(/Hidden/);
    expect(JSON.stringify(answers[1])).toContain('Seen words');
    expect(answers[5]).toMatchObject({ status: 'notFound' });
    expect((await erp.client.get('/drafts')).body).toEqual([]);
  });
});
