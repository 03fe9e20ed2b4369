import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRun } from '../../src/features/optimization/optimization-store.ts';
import { enqueueMails } from '../../src/platform/mail/mail.ts';
import { type EntityModel, models, procedures } from '../../src/records/derive/model.ts';
import { EventClient } from '../support/event-client.ts';
import { aCall, clientFor, startService, type TestService, type TestTenant } from '../support/service.ts';
import { sendRaw } from './builders.ts';
import { alsoMarked, markedRecord } from './marked-records.ts';

/** Stands in every text of the first tenant, keys included, and nowhere else. */
const MARK = 'zq7x';
const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER_GUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const EMAIL = `${MARK}@${MARK}.example`;

interface Operation {
  readonly security?: readonly unknown[];
}
const description = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
/** Every route of the description, and the spellings that it does not list. */
const routes = [
  ...Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path,
      isPublic: security?.length === 0,
    })),
  ),
  ...['Create', 'Update', 'Delete'].map((verb) => ({
    method: 'POST',
    path: `/api/Administration/Users/${verb}`,
    isPublic: false,
  })),
  ...['GET', 'POST', 'PUT', 'DELETE'].map((method) => ({ method, path: '/categories', isPublic: false })),
];

const MARKS = { key: MARK, text: MARK, guid: GUID, otherGuid: OTHER_GUID, email: EMAIL };
const recordOf = (model: EntityModel): Record<string, unknown> => markedRecord(model, MARKS);

/** A path with its parameters; an event is one that there is. */
const filled = (path: string, reference: string): string =>
  path
    .replace('{event}', 'AppointmentCreated')
    .replace('{attachmentGuid}', GUID)
    .replace(/\{[^}]+\}/g, reference);

/** The window in which the records lie, for reads that need one. */
const WINDOW = '?start=2020-05-15&end=2020-07-15&startDate=2020-05-15&endDate=2020-07-15';

const DAY = '?start=2020-06-01&end=2020-06-02';

let service: TestService;
let owner: TestTenant;
let stranger: TestTenant;
const ids = new Map<string, number>();
/** Bodies of routes that write more than one record, each for the first tenant's own. */
const BODIES = new Map<string, Record<string, unknown>>();

/** Answers that have no end: who asks for them is shown what comes in a while. */
const ENDLESS = new Set(['/changes/stream']);

/** Everything the first tenant holds, as text. */
async function everything(): Promise<string> {
  const parts: unknown[] = [await service.deps.db.query('select modules from tenant where id = $1', [owner.tenant.id])];
  for (const { table } of models.values())
    parts.push(
      ...(await service.deps.db.query(`select to_json(t) as row from ${table} t where tenant_id = $1 order by id`, [
        owner.tenant.id,
      ])),
    );
  for (const table of [
    'attachment',
    'attachment_chunk',
    'attachment_usage',
    'change',
    'api_key',
    'idempotency',
    'calendar_feed',
    'background_job',
    'setup_package',
    'webhook',
    'receiver',
    'delivery',
    'change_cursor',
    'optimization',
    'series',
    'import_log',
    'import_mapping',
    'scim_user',
    'scim_group',
    'scim_member',
  ])
    parts.push(
      await service.deps.db.query(
        `select md5(string_agg((to_jsonb(t) - 'last_used_at' - 'last_used_address')::text, ',' order by t::text)) as sum from ${table} t where tenant_id = $1`,
        [owner.tenant.id],
      ),
    );
  return JSON.stringify(parts);
}

beforeAll(async () => {
  service = await startService();
  owner = await service.tenant({ name: `tenant ${MARK}` });
  stranger = await service.tenant();
  await owner.addKey({ name: MARK, sourceApps: [MARK] });
  for (const model of models.values()) {
    const answer = await owner.client.post(`/${model.entity.route}`, recordOf(model), {
      'idempotency-key': model.name,
    });
    expect(answer.body.results?.[0], `${model.name}: ${answer.text}`).toMatchObject({ outcome: 'created' });
    ids.set(model.entity.route.toLowerCase(), answer.body.results[0].id);
    const also = alsoMarked(model, MARKS);
    if (also) await owner.client.post(`/${model.entity.route}`, also);
  }
  expect((await owner.client.post('/calendarFeed', { resourceNo: MARK, name: MARK })).status).toBe(201);
  const [job = 0] = await service.deps.db.transaction(async (tx) => {
    const mail = { to: EMAIL, subject: MARK, text: MARK };
    return { commit: true, value: await enqueueMails(tx, { tenantId: owner.tenant.id, requestId: MARK }, [mail]) };
  });
  ids.set('jobs', job);
  await owner.client.put(`/importMapping/${MARK}`, { procedure: 'mboc_upsertJob', content: { columns: [MARK] } });
  const setup = await owner.client.post('/import/setup', { owner: EMAIL, profiles: [{ code: MARK }] });
  ids.set('import', setup.body.id);
  // The first of the log, as the package is the first of its kind: both are asked for by the same number.
  const sent = [aCall('mboc_upsertTag', { Code: `${MARK}d`, Name: MARK })];
  expect((await owner.client.import(sent)).status).toBe(200);
  const [noted] = (await owner.client.get('/import/log')).body;
  expect(noted).toMatchObject({ id: setup.body.id, procedures: { mboc_upsertTag: 1 } });
  const series = {
    startDate: '2020-06-02T10:00',
    endDate: '2020-06-04',
    resource: MARK,
    recurrenceRule: 'daily',
    jobNo: MARK,
    taskNo: MARK,
  };
  const made = await owner.client.post('/appointmentRecurring', series);
  expect(made.body.counts, made.text).toMatchObject({ created: 3 });
  const hook = { notificationURL: `https://${MARK}.example/hook`, name: MARK, sourceApp: MARK };
  const hooked = await owner.client.post('/webhooks/AppointmentCreated', hook);
  expect(hooked.status, hooked.text).toBe(201);
  ids.set('webhooks', hooked.body.id);
  expect((await owner.client.post('/cursors', { name: MARK, sourceApp: MARK })).status).toBe(201);
  BODIES.set('POST /cursors', { name: MARK, after: 0 });
  BODIES.set('POST /cursors/{name}/ack', { lease: GUID });
  BODIES.set('POST /deliveries/{id}/ack', { status: 'refused' });
  for (const path of ['/connector/{id}', '/webhooks/{event}/{id}'])
    BODIES.set(`POST ${path}/replay`, { from: 0, to: 1_000_000 });
  const [provisioned] = (await owner.client.get('/scim/v2/Users')).body.Resources;
  const members = [{ value: provisioned.id }];
  const group = await owner.client.post('/scim/v2/Groups', { displayName: MARK, externalId: MARK, members });
  expect(group.status, group.text).toBe(201);
  ids.set('scim', Number(group.body.id)).set('scimgroup', Number(group.body.id));
  BODIES.set('PATCH /scim/v2/Groups/{id}', { Operations: [{ op: 'remove', path: 'members' }] });
  BODIES.set('PATCH /scim/v2/Users/{id}', { Operations: [{ op: 'replace', value: { active: false } }] });
  const file = { kind: 'document', fileName: `${MARK}.txt`, note: MARK, size: 2 * MARK.length };
  const attachment = { attachmentGuid: GUID, ...file, resourceNo: MARK };
  expect((await owner.client.post('/attachment', attachment)).status).toBe(200);
  const path = `/attachment/${GUID}/content`;
  expect((await owner.client.put(`${path}?offset=0`, MARK)).body).toEqual({ received: 4, state: 'uploading' });
  BODIES.set('POST /attachment', attachment);
  BODIES.set('POST /appointmentRecurring', series);
  BODIES.set('DELETE /appointmentRecurring', { seriesId: made.body.seriesId });
  const own = { sourceApp: MARK, sourceType: MARK, jobNo: MARK, taskNo: MARK };
  const plan = { start: '2020-06-08', end: '2020-06-09', tasks: [own], resources: [MARK] };
  const run = await service.deps.db.transaction(async (tx) => {
    const asked = {
      kind: 'fieldService',
      request: { ...plan, start: 0, end: 1 },
      sourceApps: null,
      draftId: null,
    } as const;
    return { commit: true, value: await insertRun(tx, owner.tenant.id, { ...asked, actor: MARK, requestId: MARK }) };
  });
  ids.set('optimization', run);
  BODIES.set('POST /optimization/fieldService', plan);
  BODIES.set('POST /optimization/insert', own);
  BODIES.set('POST /optimization/{id}/apply', {});
});
afterAll(() => service.close());

/** Holds nothing but numbers that the service gave. */
const UNMARKED = new Set(['AppointmentDependency']);

test('the first tenant holds a marked record of every kind and sees it with its own key', async () => {
  for (const model of models.values()) {
    const rows = await service.deps.db.query<{ text: string }>(
      `select t::text as text from ${model.table} t where tenant_id = $1 and strpos(t::text, $2) > 0`,
      [owner.tenant.id, UNMARKED.has(model.name) ? '' : MARK],
    );
    expect(rows.length, model.name).toBeGreaterThan(0);
    if (UNMARKED.has(model.name)) continue;
    const query = model.entity.reads === 'own' ? WINDOW : '?open=all';
    expect((await owner.client.get(`/${model.entity.route}${query}`)).text, model.name).toContain(MARK);
  }
});

describe('with the key of another tenant', () => {
  const reads = routes.filter(({ method }) => method === 'GET');

  test.each(reads.filter(({ path }) => !path.includes('{') && !ENDLESS.has(path)))(
    'GET $path shows nothing of the first',
    async ({ path }) => {
      for (const query of ['', '?open=all&history=true&limit=100', WINDOW, DAY]) {
        const answer = await stranger.client.get(`${path}${query}`);
        expect(answer.text).not.toContain(MARK);
        expect(answer.status).toBeLessThan(500);
      }
    },
  );

  test.each([...ENDLESS])('GET %s shows nothing of the first, from the beginning to what comes', async (path) => {
    const stream = new EventClient(`${service.baseUrl}${path}?after=0`, { 'x-api-key': stranger.key });
    try {
      await owner.client.post('/tag', { code: `${MARK}c`, name: MARK });
      await owner.client.post('/message', { text: MARK });
      await stranger.client.post('/tag', { code: 'own', name: 'own' });
      await stream.until(({ events }) => events.some(({ data }) => data.key === 'own'), 'a change of its own');
      expect(JSON.stringify(stream.events)).not.toContain(MARK);
    } finally {
      stream.close();
    }
  });

  /** Leads to a page, of the provider or of our own, whatever it is asked for. */
  const isRedirect = (path: string): boolean => path.startsWith('/sso/');

  test.each(reads.filter(({ path }) => path.includes('{') && !isRedirect(path)))(
    'GET $path by key or id is 404',
    async ({ path }) => {
      const id = ids.get(path.split('/')[1]?.toLowerCase() ?? '');
      // What a read needs in its query is checked before the record is looked for.
      const window = /\/(?:availability|route|workingTime)$/.test(path) ? 'start=2026-06-01&end=2026-06-02' : '';
      for (const [reference, query] of [
        [path.startsWith('/user/') ? EMAIL : MARK, ''],
        [String(id), ''],
        [String(id), 'by=id&'],
      ]) {
        const answer = await stranger.client.get(`${filled(path, reference ?? '')}?${query}${window}`);
        expect(answer.status, answer.text).toBe(404);
      }
    },
  );

  test('a filter on the marker finds nothing', async () => {
    for (const model of models.values()) {
      const text = model.columns.find(({ spec }) => spec.kind === 'text');
      if (!text || model.entity.reads === 'own') continue;
      const filter = JSON.stringify([{ property: text.property, operator: 'like', value: MARK }]);
      const answer = await stranger.client.get(`/${model.entity.route}?filter=${encodeURIComponent(filter)}`);
      expect(answer.headers.get('x-total-count'), model.name).toBe('0');
    }
  });

  test('deletes and writes on every route leave the first tenant as it was', async () => {
    const before = await everything();
    const byRoute = new Map([...models.values()].map((model) => [`/${model.entity.route}`.toLowerCase(), model]));
    for (const { method, path } of routes.filter((each) => each.method !== 'GET' && !each.isPublic)) {
      const model = byRoute.get(path.toLowerCase());
      const other = BODIES.get(`${method} ${path}`) ?? {
        ...recordOf(models.get('Task')!),
        ...recordOf(models.get('User')!),
      };
      const body = model ? recordOf(model) : other;
      const own = ids.get(path.split('/')[1]?.toLowerCase() ?? '');
      const numbers = own === undefined ? [...ids.values()] : [own];
      const references = [MARK, ...numbers.map(String)].slice(0, path.includes('{') ? 99 : 1);
      const answers = references.map((reference) => stranger.client.send(method, filled(path, reference), body));
      for (const answer of await Promise.all(answers))
        expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(500);
    }
    expect(await everything()).toBe(before);
  }, 300_000);

  test('every procedure leaves the first tenant as it was', async () => {
    const before = await everything();
    for (const procedure of [...procedures, ...procedures.toReversed()])
      for (const handling of ['lenient', 'strict']) {
        const answer = await stranger.client.import([aCall(procedure.name, recordOf(procedure.model))], {
          prefer: `handling=${handling}`,
          'idempotency-key': procedure.model.name,
        });
        expect(answer.status, `${procedure.name} ${answer.text}`).toBeLessThan(500);
      }
    expect(await everything()).toBe(before);
  });

  test('API keys of the first tenant cannot be revoked', async () => {
    const keys = (await owner.client.get('/apiKey')).body as { id: number }[];
    expect(keys.length).toBeGreaterThan(1);
    for (const { id } of keys) expect((await stranger.client.send('DELETE', `/apiKey/${id}`)).status).toBe(404);
    expect((await owner.client.get('/whoami')).status).toBe(200);
  });

  test('If-Match with the version of the first tenant’s record shows no current record', async () => {
    const third = await service.tenant();
    const answer = await third.client.put('/job', recordOf(models.get('Job')!), { 'if-match': '"1"' });
    expect(answer.status).toBe(412);
    expect(answer.body.current).toBeUndefined();
  });

  test('an administrator of the other tenant cannot set the password of the first tenant’s user', async () => {
    const login = (password: string) => owner.client.post('/tokens', { username: EMAIL, password });
    const other = await service.tenant();
    const taken = await other.client.post('/user', { Email: EMAIL, Password: 'a password of my own', Roles: 'admin' });
    // It opens the other tenant, as it would for an address that nobody else has.
    expect(taken.status).toBe(200);
    const { access_token: token } = (await login('a password of my own')).body;
    const who = await clientFor(service.baseUrl, { authorization: `Bearer ${token}` }).get('/whoami');
    expect(who.body.tenant).toBe(other.tenant.name);
  });
});

describe('without a credential', () => {
  test('the public routes are these and no others', () => {
    const open = routes.filter(({ isPublic }) => isPublic).map(({ method, path }) => `${method} ${path}`);
    const session = ['DELETE', 'GET', 'POST', 'PUT'].map((method) => `${method} /session`);
    const secondFactor = [
      'POST /session/passkey',
      'POST /session/passkey/options',
      'POST /session/secondFactor',
      'POST /secondFactorRemoval',
    ];
    const invitation = ['GET /invitation/{token}', 'POST /invitation/{token}'];
    const password = ['POST /password/forgot', 'GET /password/reset/{token}', 'POST /password/reset'];
    const singleSignOn = [
      'GET /sso',
      'GET /sso/start',
      'GET /sso/{tenant}/start',
      'GET /sso/callback',
      'GET /sso/callback/{tenant}',
      'POST /sso/link',
      'POST /sso/logout',
      'POST /sso/backchannel-logout',
    ];
    const others = [
      ...singleSignOn,
      ...invitation,
      ...secondFactor,
      ...password,
      'GET /feed/{file}',
      'GET /health',
      'GET /health/live',
      'GET /health/ready',
      'POST /token',
      'POST /tokens',
    ];
    expect(open.sort()).toEqual([...session, ...others].sort());
  });

  test.each(routes.filter(({ isPublic }) => !isPublic))('$method $path is 401', async ({ method, path }) => {
    for (const reference of [MARK, '1']) {
      const answer = await clientFor(service.baseUrl, {}).send(
        method,
        path.replace(/\{[^}]+\}/g, reference),
        method === 'GET' ? undefined : [],
      );
      expect([answer.status, answer.body.Code ?? answer.body.code]).toEqual([401, 'USR002']);
    }
  });

  test('HEAD is guarded as GET is', async () => {
    for (const { path } of routes.filter((each) => each.method === 'GET' && !each.isPublic)) {
      const answer = await sendRaw(service, { method: 'HEAD', path: path.replace(/\{[^}]+\}/g, '1') });
      expect(answer.status, path).toBe(401);
    }
  });
});
