import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const connector = { SourceApp: 'ERP', Name: 'BC', WebServiceAddress: 'https://erp.example/plan' };

describe('a connector', () => {
  test('without an ApiType is a REST connector', async () => {
    for (const ApiType of [undefined, '', null, '1', 1])
      await erp.client.import([
        aCall('mboc_addConnector', { ...connector, ...(ApiType === undefined ? {} : { ApiType }) }),
      ]);
    expect((await erp.client.get('/connector')).body[0]).toMatchObject({
      apiType: 1,
      sendAppointmentToWebService: true,
    });
  });

  test.each([
    [{ WebServiceAddress: 'erp.example' }, 'REQ025', /WebServiceAddress: it is not an address/],
    [{ WebServiceAddress: 'https://me:pw@erp.example' }, 'REQ025', /must not contain a user name or password/],
    [{ WebServiceAddress: 'http://169.254.169.254/' }, 'REQ025', /link-local/],
    [{ WebServiceAddress: 'http://localhost:8080/' }, 'REQ025', /this host/],
    [{ TokenUri: 'http://10.0.0.1/token' }, 'REQ025', /TokenUri: .*private network/],
    [{ CrudTypes: 'I;X' }, 'REQ014', /CrudTypes: X is not one of I, U, D/],
  ])('%j is refused with %s, by import and by REST', async (more, code, message) => {
    for (const answer of [
      await erp.client.import([aCall('mboc_upsertConnector', { ...connector, ...more })]),
      await erp.client.post('/connector', { ...connector, ...more }),
    ]) {
      expect(answer.body.Code, answer.text).toBe(code);
      expect(answer.body.Description).toMatch(message);
    }
    expect((await erp.client.get('/connector')).body).toEqual([]);
  });

  const NAV = { ...connector, Type: 2, WebServiceAddress: 'https://nav.example:7047/NAV/WS/Codeunit/Plan' };
  const unsupported: [string, Record<string, unknown>, string, string][] = [
    ['SOAP', { ...NAV, ApiType: 0 }, 'SOAP is not supported', 'ApiType'],
    ['Business Central with ApiType 0', { ...connector, Type: 1, ApiType: 0 }, 'SOAP is not supported', 'ApiType'],
    ['NTLM', { ...connector, AuthType: 2 }, 'NTLM authentication is not supported', 'AuthType'],
    ['Windows', { ...connector, AuthType: 3 }, 'Windows authentication is not supported', 'AuthType'],
  ];

  test.each(unsupported)(
    '%s is stored with a warning, and shown as not delivering',
    async (_name, sent, reason, at) => {
      const call = aCall('mboc_addConnector', { ...sent, SendAppointmentToWebService: true });
      const stored = await erp.client.import([call]);
      expect(stored.body, stored.text).toMatchObject({ counts: { created: 1 }, warnings: [{ parameter: at }] });
      expect(stored.body.warnings[0].message).toContain(reason);
      // Clients send the same again on every run.
      for (const again of [await erp.client.import([call]), await erp.client.import([call])])
        expect(again.body, again.text).toMatchObject({ counts: { unchanged: 1 }, warnings: [{ parameter: at }] });
      const [shown] = (await erp.client.get('/connector')).body;
      expect(shown).toMatchObject({ delivering: false, notDeliveringReason: reason });
      expect((await erp.client.get(`/connector/${shown.id}`)).body).toMatchObject({ notDeliveringReason: reason });
      expect((await erp.client.get(`/connector/${shown.id}/sending`)).body).toMatchObject({ enabled: false });
    },
  );

  test.each(unsupported)('%s cannot be turned on, resumed, tested or stored strictly', async (_name, sent) => {
    const strict = await erp.client.import([aCall('mboc_addConnector', sent)], { prefer: 'handling=strict' });
    expect([strict.status, strict.body.Code], strict.text).toEqual([400, 'REQ026']);
    await erp.client.post('/connector', { ...sent, SendAppointmentToWebService: false });
    const on = await erp.client.post('/connector', { ...sent, SendAppointmentToWebService: true });
    expect([on.status, on.body.Code], on.text).toEqual([400, 'REQ026']);
    const [{ id }] = (await erp.client.get('/connector')).body;
    for (const path of ['resume', 'test']) {
      const answer = await erp.client.post(`/connector/${id}/${path}`, {});
      expect([answer.status, answer.body.Code], answer.text).toEqual([400, 'REQ026']);
    }
    // Turned into REST, it can.
    const rest = await erp.client.post('/connector', {
      ...sent,
      ApiType: 1,
      AuthType: 0,
      SendAppointmentToWebService: true,
    });
    expect(rest.body, rest.text).toMatchObject({ counts: { updated: 1 }, warnings: [] });
    expect((await erp.client.get('/connector')).body).toMatchObject([{ delivering: true, notDeliveringReason: null }]);
  });

  test.each([
    ['a webhook', { ...connector, Type: 3, ApiType: 0 }, 0],
    ['a webhook whose path looks like SOAP', { ...NAV, Type: 3, ApiType: 0 }, 0],
    [
      'the REST service of Business Central',
      { ...connector, Type: 1, ApiType: 0, WebServiceAddress: 'https://bc.example/api/v2.0/plan' },
      0,
    ],
    [
      'OData of NAV',
      { ...connector, Type: 2, ApiType: 0, WebServiceAddress: 'https://nav.example:7048/NAV/ODataV4/Plan' },
      0,
    ],
    ['a connector without a type', { ...connector, ApiType: 0 }, 1],
  ])('%s delivers although a .NET client sends ApiType 0', async (_name, sent, warnings) => {
    const answer = await erp.client.post('/connector', { Type: 0, ...sent, AuthenticationType: 0 });
    expect(answer.body.counts, answer.text).toMatchObject({ created: 1 });
    expect(answer.body.warnings).toHaveLength(warnings);
    const [shown] = (await erp.client.get('/connector')).body;
    expect(shown).toMatchObject({ apiType: 0, delivering: true, notDeliveringReason: null });
    expect((await erp.client.get(`/connector/${shown.id}/sending`)).body).toMatchObject({ enabled: true });
  });

  test('that is switched off says so', async () => {
    await erp.client.post('/connector', { ...connector, SendAppointmentToWebService: false });
    expect((await erp.client.get('/connector')).body).toMatchObject([
      { delivering: false, notDeliveringReason: 'The connector is disabled' },
    ]);
  });

  test.each([4, 5, 6])('with AuthType %i and no TokenUri is stored with a warning', async (AuthType) => {
    const answer = await erp.client.post('/connector', { ...connector, AuthType });
    expect(answer.body.warnings).toMatchObject([{ index: 0, parameter: 'TokenUri' }]);
    const whole = await erp.client.post('/connector', {
      ...connector,
      AuthType,
      TokenUri: 'https://login.example/token',
    });
    expect(whole.body.warnings).toEqual([]);
    expect((await erp.client.post('/connector', { ...connector, AuthType })).body.warnings).toEqual([]);
  });

  test('of another tenant, or that does not exist, is 404 on every route', async () => {
    await erp.client.post('/connector', connector);
    const [{ id }] = (await erp.client.get('/connector')).body;
    const stranger = await service.tenant();
    const tried = async (client: TestTenant['client'], name: unknown) => [
      (await client.get(`/connector/${name}/sending`)).status,
      (await client.get(`/connector/${name}/deliveries`)).status,
      ...(await Promise.all(
        ['pause', 'resume', 'test', 'secret'].map(
          async (verb) => (await client.post(`/connector/${name}/${verb}`, {})).status,
        ),
      )),
      (await client.post(`/connector/${name}/replay`, { from: 1, to: 2 })).status,
    ];
    expect(new Set(await tried(stranger.client, id))).toEqual(new Set([404]));
    expect(new Set(await tried(erp.client, 'BC'))).toEqual(new Set([404]));
    expect(new Set(await tried(erp.client, 999_999_999_999))).toEqual(new Set([404]));
    expect(new Set(await tried(erp.client, id))).toEqual(new Set([200]));
  });
});

describe('secrets', () => {
  test('are in no response, no change and no table, except in the response that creates them', async () => {
    const password = 'S3cr3t-of-the-connector';
    await erp.client.post('/connector', {
      ...connector,
      AuthType: 5,
      TokenUri: 'https://login.example/',
      Password: password,
    });
    const [{ id }] = (await erp.client.get('/connector')).body;
    const secrets = [password];
    for (let n = 0; n < 2; n++) secrets.push((await erp.client.post(`/connector/${id}/secret`, {})).body.secret);
    const webhook = await erp.client.post('/webhooks/AppointmentCreated', { notificationURL: 'https://flow.example' });
    secrets.push(webhook.body.secret);
    const location = webhook.headers.get('location');
    secrets.push((await erp.client.post(`${location}/secret`, { overlapHours: 2 })).body.secret);
    const texts = await Promise.all(
      [
        '/connector',
        `/connector/${id}`,
        `/connector/${id}/history`,
        `/connector/${id}/sending`,
        `/connector/${id}/deliveries`,
        '/webhooks',
        `${location}/sending`,
        '/changes',
      ].map(async (path) => (await erp.client.get(path)).text),
    );
    const tables = await service.deps.db.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of tables)
      texts.push(JSON.stringify(await service.deps.db.query(`select t::text from "${name}" t`)));
    expect(new Set(secrets).size).toBe(5);
    for (const secret of secrets) {
      const bare = secret.replace('whsec_', '');
      expect(texts.filter((text) => text.includes(bare))).toEqual([]);
    }
  });

  test('overlap for no longer than two weeks', async () => {
    await erp.client.post('/connector', connector);
    const [{ id }] = (await erp.client.get('/connector')).body;
    const answer = await erp.client.post(`/connector/${id}/secret`, { overlapHours: 337 });
    expect(answer.body).toMatchObject({ Code: 'REQ014', parameter: 'overlapHours' });
  });
});
