import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let admin: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  admin = await service.tenant();
});

const PACKAGE = {
  name: 'Field service',
  version: '1.2',
  owner: 'anna@example.com',
  layouts: [
    { code: 'WEEK', name: 'Week', kind: 'board', content: { time: { scale: 'week' }, columns: ['jobNo', 'customer'] } },
    { code: 'MAP', name: 'Map', kind: 'map' },
  ],
  profiles: [
    { code: 'PLANNER', name: 'Planner', default: true, layouts: ['WEEK', 'MAP'], settings: { compact: true } },
    { code: 'VIEWER', name: 'Viewer', layouts: ['WEEK'] },
  ],
  users: [
    {
      email: 'anna@example.com',
      displayName: 'Anna',
      roles: ['admin'],
      language: 'nl',
      timeZone: 'Europe/Brussels',
      categories: ['Repair'],
      timeMarkers: ['Fixed'],
      teams: ['T1'],
      filterValues: [{ group: 'Region', value: 'North' }],
      profiles: ['PLANNER', 'VIEWER'],
    },
    { email: 'ben@example.com', roles: ['viewer'], profiles: ['VIEWER'] },
  ],
  configuration: { 'board.firstHour': 7, theme: '12', holidays: ['BE', 'NL'], nothing: null },
};

const send = (body: unknown, headers: Record<string, string> = {}, query = '') =>
  admin.client.post(`/import/setup${query}`, body, headers);
async function apply(body: unknown) {
  await admin.client.post('/filterGroup', { name: 'Region' });
  await admin.client.post('/filterValue', [
    { group: 'Region', value: 'North' },
    { group: 'Region', value: 'South' },
  ]);
  const queued = await send(body);
  expect(queued.status, queued.text).toBe(202);
  await service.work();
  return (await admin.client.get(queued.headers.get('location') ?? '')).body;
}
const rows = async (path: string) => (await admin.client.get(path)).body;
const lastNumber = async (): Promise<number> => (await rows('/changes?limit=1')).last;
/** Mails to somebody, without regard to how lines are folded. */
const mailsTo = async (address: string) =>
  (await service.mails())
    .filter((mail) => mail.includes(`To: ${address}\r\n`))
    .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('\r\n', '\n'));

describe('a package', () => {
  test('is answered at once, applied in the background, stored and told by mail', async () => {
    const owner = `anna.${admin.tenant.id}@example.com`;
    const queued = await send({ ...PACKAGE, owner, users: [] });
    expect(queued.status).toBe(202);
    expect(queued.body).toMatchObject({ id: expect.any(Number), status: 'queued' });
    expect(queued.headers.get('location')).toBe(queued.body.href);
    expect(await rows(queued.body.href)).toMatchObject({ status: 'queued', counts: null, owner, told: owner });
    expect(await rows('/profile')).toEqual([]);

    await service.work();
    const done = await rows(queued.body.href);
    expect(done).toMatchObject({ status: 'applied', counts: { created: 11, rejected: 0 }, packageVersion: '1.2' });
    expect(done.log.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Received from key:test: 2 layouts, 2 profiles/),
        `Mail to ${owner}.`,
      ]),
    );
    const [mail, ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    expect(mail).toContain('The setup package "Field service" of');
    expect(mail).toContain('created: 11');
    expect(await rows('/import/setup')).toMatchObject([{ id: queued.body.id, status: 'applied' }]);
  });

  test('becomes profiles, layouts, links, users and values that can be read, and changes of origin setup', async () => {
    expect(await apply(PACKAGE)).toMatchObject({ status: 'applied' });
    expect(await rows('/layout/week')).toMatchObject({ code: 'WEEK', kind: 0, content: PACKAGE.layouts[0]!.content });
    expect(await rows('/profile/PLANNER')).toMatchObject({
      name: 'Planner',
      default: true,
      settings: { compact: true },
    });
    expect(await rows('/profileLayout?sort=sequence')).toMatchObject([
      { profileCode: 'PLANNER', layoutCode: 'WEEK', sequence: 0 },
      { profileCode: 'VIEWER', layoutCode: 'WEEK', sequence: 0 },
      { profileCode: 'PLANNER', layoutCode: 'MAP', sequence: 1 },
    ]);
    expect(await rows('/user/anna@example.com')).toMatchObject({
      displayName: 'Anna',
      roles: ['admin'],
      language: 'nl',
      categories: ['Repair'],
      timeMarkers: ['Fixed'],
    });
    expect(await rows('/userProfile?email=anna@example.com&sort=sequence')).toMatchObject([
      { profileCode: 'PLANNER' },
      { profileCode: 'VIEWER' },
    ]);
    expect(await rows('/userFilterValue')).toMatchObject([{ filterGroup: 'Region', filterValue: 'North' }]);
    const values = Object.fromEntries(
      (await rows('/configuration')).map(({ name, value }: { name: string; value: unknown }) => [name, value]),
    );
    expect(values).toEqual(PACKAGE.configuration);
    const { changes } = await rows('/changes?entity=Layout,Profile,User,ConfigurationValue');
    expect(
      new Set(
        changes.map(
          ({ origin, actor, sentBy }: Record<'origin' | 'actor' | 'sentBy', string>) => `${origin} ${actor} ${sentBy}`,
        ),
      ),
    ).toEqual(new Set(['setup user:anna@example.com key:test']));
  });

  test('applied twice is applied once', async () => {
    await apply(PACKAGE);
    const before = await lastNumber();
    const again = await apply(PACKAGE);
    expect(again).toMatchObject({ status: 'applied', counts: { created: 0, updated: 0, deleted: 0, rejected: 0 } });
    expect(await lastNumber()).toBe(before);
  });

  test('matches on codes: it changes what exists, and a list that it sends is the whole list', async () => {
    await apply(PACKAGE);
    const done = await apply({
      owner: 'anna@example.com',
      profiles: [
        { code: 'planner ', name: 'Dispatcher', layouts: ['MAP'] },
        { code: 'VIEWER', default: true },
      ],
      users: [
        { email: 'ANNA@example.com', filterValues: [{ group: 'Region', value: 'South' }], profiles: null },
        { email: 'ben@example.com', displayName: 'Ben' },
      ],
    });
    expect(done, JSON.stringify(done.log)).toMatchObject({ status: 'applied' });
    expect(await rows('/profile?sort=code')).toMatchObject([
      { code: 'PLANNER', name: 'Dispatcher', default: false, settings: { compact: true } },
      { code: 'VIEWER', name: 'Viewer', default: true },
    ]);
    expect(await rows('/profileLayout?sort=profileCode')).toMatchObject([
      { profileCode: 'PLANNER', layoutCode: 'MAP', sequence: 0 },
      { profileCode: 'VIEWER', layoutCode: 'WEEK' },
    ]);
    expect(await rows('/userFilterValue')).toMatchObject([{ filterValue: 'South' }]);
    expect(await rows('/userProfile')).toMatchObject([{ email: 'ben@example.com', profileCode: 'VIEWER' }]);
    expect(await rows('/user/ben@example.com')).toMatchObject({ displayName: 'Ben', roles: ['viewer'] });
  });

  test('with an error in its last user changes nothing, and the mail says why', async () => {
    const notificationEmail = `ops.${admin.tenant.id}@example.com`;
    const before = await lastNumber();
    const users = [...PACKAGE.users, { email: 'carl@example.com', profiles: ['NOWHERE'] }];
    const queued = await send({ ...PACKAGE, users: users.slice(1), notificationEmail });
    await service.work();
    const failed = await rows(queued.body.href);
    expect(failed).toMatchObject({ status: 'failed', counts: null, told: notificationEmail });
    expect(JSON.stringify(failed.log)).toContain('users[1].profiles[0]');
    for (const path of ['/profile', '/layout', '/configuration', '/user', '/profileLayout'])
      expect(await rows(path), path).toEqual([]);
    expect(await lastNumber()).toBe(before);
    const [mail] = await mailsTo(notificationEmail);
    expect(mail).toContain('could not be applied');
    expect(mail).toContain('Nothing was changed');
    expect(mail).toContain('users[1].profiles[0]');
    expect(await mailsTo('anna@example.com')).not.toContain(mail);
    // That the package is wrong is its result; there is nothing to try again.
    expect((await rows('/jobs?kind=setup'))[0]).toMatchObject({ status: 'done', result: { status: 'failed' } });
  });

  test('of one tenant cannot touch another: not its records, not the accounts that they share', async () => {
    const other = await service.tenant();
    const email = `ben.${admin.tenant.id}@example.com`;
    const password = 'a long password';
    await other.client.post('/user', { email, password, displayName: 'Their Ben' });
    const before = (await other.client.get('/changes')).body.last;
    const users = [{ email, displayName: 'Ours', roles: ['admin'], password: 'another password' }];
    expect(await apply({ ...PACKAGE, users })).toMatchObject({ status: 'applied' });
    expect((await other.client.get(`/user/${email}`)).body).toMatchObject({ displayName: 'Their Ben', roles: [] });
    expect((await other.client.get('/changes')).body.last).toBe(before);
    // Still theirs: a user who has not accepted the invitation of another tenant is no member of it.
    const login = (sent: string) => other.client.post('/tokens', { username: email, password: sent });
    expect((await login(password)).status).toBe(200);
    expect((await login('another password')).body.Code).toBe('USR001');
    for (const path of ['/profile', '/layout', '/configuration', '/import/setup'])
      expect((await other.client.get(path)).body, path).toEqual([]);
    const [own] = await rows('/import/setup');
    expect((await other.client.get(`/import/setup/${own.id}`)).status).toBe(404);
    expect(JSON.stringify(own.log)).toContain('users[0].password is unknown and was ignored');
  });

  test('can be taken back by its request', async () => {
    const queued = await send({ owner: 'a@example.com', profiles: [{ code: 'P' }] }, { 'x-request-id': 'pack-1' });
    await service.work();
    expect(await rows('/profile')).toHaveLength(1);
    expect(queued.status).toBe(202);
    expect((await admin.client.post('/changes/undo', { requestId: 'pack-1' })).status).toBe(200);
    expect(await rows('/profile')).toEqual([]);
  });
});

describe('the owner of a package', () => {
  const ROUTES = ['/layout', '/profile', '/user', '/configuration'];

  test('owns what it created: stored, shown, and a filter of every list', async () => {
    await admin.client.post('/profile', { code: 'OTHER' });
    await apply(PACKAGE);
    for (const path of ROUTES) {
      const own = await rows(`${path}?owner=ANNA@example.com`);
      expect(own.length, path).toBeGreaterThan(0);
      for (const record of own)
        expect(record).toMatchObject({
          owner: 'anna@example.com',
          createdBy: 'user:anna@example.com',
          updatedBy: 'user:anna@example.com',
        });
      expect(await rows(`${path}?createdBy=user:anna@example.com`)).toHaveLength(own.length);
      expect(await rows(`${path}?owner=ben@example.com`)).toEqual([]);
    }
    expect(await rows('/profile/OTHER')).toMatchObject({ owner: null, createdBy: 'key:test' });
  });

  test('owns what it changed, and not what it left as it was', async () => {
    await admin.client.post('/profile', [
      { code: 'SAME', name: 'Same' },
      { code: 'CHANGED', name: 'Old' },
    ]);
    const profiles = [
      { code: 'SAME', name: 'Same' },
      { code: 'CHANGED', name: 'New' },
    ];
    const done = await apply({ owner: 'anna@example.com', profiles });
    expect(done).toMatchObject({ actor: 'key:test', counts: { updated: 1, unchanged: 1 } });
    expect(await rows('/profile/SAME')).toMatchObject({ owner: null, updatedBy: 'key:test', version: 1 });
    expect(await rows('/profile/CHANGED')).toMatchObject({
      owner: 'anna@example.com',
      createdBy: 'key:test',
      updatedBy: 'user:anna@example.com',
    });
    const again = await apply({ owner: 'ben@example.com', profiles });
    expect(again.counts).toMatchObject({ updated: 0, unchanged: 2 });
    expect(await rows('/profile/CHANGED')).toMatchObject({ owner: 'anna@example.com' });
  });

  test('stays when others change the record, and nobody can send another one', async () => {
    await apply(PACKAGE);
    const answer = await admin.client.put('/profile', { code: 'PLANNER', name: 'Dispatcher', owner: 'x@example.com' });
    expect(answer.body.warnings).toMatchObject([{ parameter: 'owner' }]);
    expect(await rows('/profile/PLANNER')).toMatchObject({
      name: 'Dispatcher',
      owner: 'anna@example.com',
      updatedBy: 'key:test',
    });
  });

  test('is the actor of the changes, and the log still shows who sent the package', async () => {
    const queued = await send({ owner: 'anna@example.com', profiles: [{ code: 'P' }] });
    await service.work();
    const [change] = (await rows('/changes?entity=Profile')).changes;
    expect(change).toMatchObject({
      actor: 'user:anna@example.com',
      sentBy: 'key:test',
      origin: 'setup',
      after: { code: 'P', owner: 'anna@example.com' },
    });
    expect(await rows(queued.body.href)).toMatchObject({ actor: 'key:test', requestId: change.requestId });
    for (const actor of ['key:test', 'anna@example.com'])
      expect((await rows(`/changes?order=desc&entity=Profile&actor=${actor}`)).changes, actor).toHaveLength(1);
    await admin.client.post('/profile', { code: 'Q' });
    const plain = (await rows('/changes?entity=Profile')).changes.at(-1);
    expect(plain).toMatchObject({ actor: 'key:test' });
    expect(plain).not.toHaveProperty('sentBy');
  });

  test('is not part of an export, and an export sent back changes nothing', async () => {
    await apply(PACKAGE);
    const exported = await rows('/export/setup?owner=ben@example.com');
    expect(exported.profiles[0]).not.toHaveProperty('owner');
    const before = await lastNumber();
    expect(await apply(exported)).toMatchObject({ counts: { created: 0, updated: 0, deleted: 0 } });
    expect(await lastNumber()).toBe(before);
  });
});

describe('the bundle form', () => {
  test('means the same as the plain one', async () => {
    const documents = [
      ...PACKAGE.users.map((user) => ({ type: 'user', ...user })),
      ...PACKAGE.profiles.map((profile) => ({ type: 'profile', ...profile })),
      ...PACKAGE.layouts.map((layout) => ({ type: 'layout', ...layout })),
      { type: 'configuration', key: 'theme', value: '12' },
      { type: 'configuration', values: { 'board.firstHour': 7, holidays: ['BE', 'NL'], nothing: null } },
    ];
    const { name, version, owner } = PACKAGE;
    expect(await apply({ type: 'bundle', name, version, owner, documents })).toMatchObject({ status: 'applied' });
    expect(await apply(PACKAGE)).toMatchObject({ counts: { created: 0, updated: 0, deleted: 0 } });
  });

  test('names the document that is wrong', async () => {
    const bundle = (documents: unknown) => ({ type: 'bundle', owner: 'a@example.com', documents });
    const profile = { type: 'profile', code: 'P' };
    for (const [documents, code, place] of [
      [[], 'REQ002', 'profile'],
      [[{ type: 'layout', code: 'L' }], 'REQ002', 'profile'],
      [[profile, { type: 'page' }], 'REQ014', 'documents[1].type'],
      [[profile, 'x'], 'REQ007', 'documents[1]'],
      [[profile, { type: 'user' }], 'REQ015', 'documents[1].email'],
      [[profile, { type: 'configuration' }], 'REQ015', 'documents[1].key'],
    ] as const) {
      const answer = await send(bundle(documents));
      expect([answer.status, answer.body.Code, answer.body.parameter], answer.text).toEqual([
        400,
        code,
        expect.stringContaining(place),
      ]);
    }
  });
});

describe('what is refused at once', () => {
  const good = { owner: 'a@example.com', profiles: [{ code: 'P' }] };

  test.each<[string, unknown, string]>([
    ['a missing owner', { profiles: [{ code: 'P' }] }, 'owner'],
    ['an empty owner', { ...good, owner: ' ' }, 'owner'],
    ['missing profiles', { owner: 'a@example.com' }, 'profile'],
    ['no profile', { owner: 'a@example.com', profiles: [] }, 'profile'],
    ['a missing owner, whatever else is wrong', { profiles: [{ code: 'P' }], users: [{ email: 5 }] }, 'owner'],
  ])('%s is REQ002', async (_title, body, word) => {
    for (const query of ['', '?plan=true']) {
      const answer = await send(body, {}, query);
      expect([answer.status, answer.body.Code]).toEqual([400, 'REQ002']);
      expect(answer.body.Description).toContain(word);
    }
    expect(await rows('/import/setup')).toEqual([]);
  });

  test.each<[unknown, string, string]>([
    [[good], 'REQ007', ''],
    [{ ...good, owner: 'nobody' }, 'REQ014', 'owner'],
    [{ ...good, owner: 7 }, 'REQ014', 'owner'],
    [{ ...good, notificationEmail: 'x' }, 'REQ014', 'notificationEmail'],
    [{ ...good, profiles: 'P' }, 'REQ007', 'profiles'],
    [{ ...good, profiles: [{ name: 'P' }] }, 'REQ015', 'profiles[0].code'],
    [{ ...good, profiles: [{ code: 'x'.repeat(101) }] }, 'REQ013', 'profiles[0].code'],
    [{ ...good, profiles: [{ code: 'P' }, { code: 'p' }] }, 'REQ014', 'profiles[1]'],
    [
      {
        ...good,
        profiles: [
          { code: 'P', default: true },
          { code: 'Q', default: true },
        ],
      },
      'REQ014',
      'profiles[1].default',
    ],
    [{ ...good, profiles: [{ code: 'P', layouts: ['L', 'l'] }] }, 'REQ014', 'profiles[0].layouts[1]'],
    [{ ...good, layouts: [{ code: 'L', content: [] }] }, 'REQ014', 'layouts[0].content'],
    [{ ...good, layouts: [{ code: 'L', kind: 'poster' }] }, 'REQ014', 'layouts[0].kind'],
    [{ ...good, layouts: [{ code: 'L', content: { a: '\u0000' } }] }, 'REQ016', 'layouts[0].content'],
    [{ ...good, users: [{ email: 'nobody' }] }, 'REQ014', 'users[0].email'],
    [{ ...good, users: [{ email: 'b@example.com', roles: ['king'] }] }, 'REQ014', 'users[0].roles[0]'],
    [{ ...good, users: [{ email: 'b@example.com', timeZone: 'Mars/Olympus' }] }, 'REQ014', 'users[0].timeZone'],
    [
      { ...good, users: [{ email: 'b@example.com', filterValues: [{ group: 'G' }] }] },
      'REQ014',
      'users[0].filterValues[0].value',
    ],
    [{ ...good, configuration: [] }, 'REQ007', 'configuration'],
    [{ ...good, configuration: { ['x'.repeat(101)]: 1 } }, 'REQ013', 'configuration.'],
  ])('%j', async (body, code, place) => {
    const answer = await send(body);
    expect([answer.status, answer.body.Code], answer.text).toEqual([400, code]);
    expect(answer.body.Description).toContain(place);
    expect(answer.body.parameter ?? '').toContain(place);
    expect(await rows('/import/setup')).toEqual([]);
  });

  test('another scope, another content type, a body that is nothing', async () => {
    const key = await admin.addKey({ scopes: ['import'] });
    expect((await send(good, { 'x-api-key': key })).status).toBe(403);
    expect((await send('<a/>', { 'content-type': 'application/xml' })).body.Code).toBe('REQ003');
    expect((await send('', { 'content-type': 'text/plain' })).body.Code).toBe('REQ001');
    expect((await send(Buffer.from([0xff, 0xfe]), { 'content-type': 'text/plain' })).body.Code).toBe('REQ001');
    const broken = await send("{ owner: 'secret\n", { 'content-type': 'application/json5' });
    expect(broken.body.Description).toMatch(/line \d+, column \d+/);
    expect(broken.text).not.toContain('secret');
  });
});

describe('JSON5', () => {
  const text = `// A package as people write it
    {
      owner: 'anna@example.com', /* the owner */
      "profiles": [ { code: 'P', name: "It's \\"the\\" profile", }, ],
      configuration: { hex: 0xFF, half: .5, },
    }`;

  test.each(['application/json5', 'application/json', 'text/plain', 'text/plain; charset=utf-8'])(
    'with comments, trailing commas and single quotes is read as %s',
    async (type) => {
      const queued = await send(text, { 'content-type': type });
      expect(queued.status, queued.text).toBe(202);
      await service.work();
      expect(await rows('/profile')).toMatchObject([{ code: 'P', name: 'It\'s "the" profile' }]);
      expect(await rows('/configuration?sort=name')).toMatchObject([{ value: 0.5 }, { value: 255 }]);
    },
  );

  test('that only the full grammar knows is read as well', async () => {
    const queued = await send("{owner: 'a@example.com', profiles: [{code: '\\x50\\\n1'}]}", {
      'content-type': 'text/plain',
    });
    expect(queued.status, queued.text).toBe(202);
    await service.work();
    expect(await rows('/profile')).toMatchObject([{ code: 'P1' }]);
  });
});

describe('a plan', () => {
  test('returns what would change, and queues nothing', async () => {
    await apply(PACKAGE);
    const changed = {
      ...PACKAGE,
      profiles: [{ code: 'PLANNER', name: 'Dispatcher', layouts: ['MAP', 'WEEK'] }, { code: 'NEW' }],
    };
    const before = await lastNumber();
    const packages = (await rows('/import/setup')).length;
    const plan = await send(changed, {}, '?plan=true');
    expect(plan.status).toBe(200);
    expect(plan.body).toMatchObject({ plan: true, applies: true, problems: [], counts: { created: 1, updated: 3 } });
    expect(plan.body.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          entity: 'Profile',
          key: 'PLANNER',
          action: 'updated',
          before: { name: 'Planner' },
          after: { name: 'Dispatcher' },
        }),
        expect.objectContaining({ entity: 'Profile', key: 'NEW', action: 'created' }),
      ]),
    );
    await service.work();
    expect(await lastNumber()).toBe(before);
    expect(await rows('/import/setup')).toHaveLength(packages);
    expect((await send(PACKAGE, {}, '?plan=true')).body).toMatchObject({ changes: [], applies: true });
  });

  test('returns the errors that would occur', async () => {
    const plan = await send({ owner: 'a@example.com', profiles: [{ code: 'P', layouts: ['X'] }] }, {}, '?plan=true');
    expect(plan.body).toMatchObject({ applies: false, problems: [{ at: 'profiles[0].layouts[0]', code: 'APP004' }] });
    expect(plan.body.warnings).toEqual([expect.stringContaining('a@example.com is not a user of this tenant')]);
  });
});

describe('an Idempotency-Key', () => {
  test('gives the same answer again and queues the package once', async () => {
    const body = { owner: 'a@example.com', profiles: [{ code: 'P' }] };
    const first = await send(body, { 'idempotency-key': 'k-1' });
    const second = await send(body, { 'idempotency-key': 'k-1' });
    expect(second.body).toEqual(first.body);
    expect([second.status, second.headers.get('location')]).toEqual([202, first.body.href]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await rows('/import/setup')).toHaveLength(1);
    const other = await send({ ...body, name: 'other' }, { 'idempotency-key': 'k-1' });
    expect([other.status, other.body.Code]).toEqual([422, 'REQ017']);
  });
});

describe('the export', () => {
  test('re-imports unchanged, and into an empty tenant makes the same', async () => {
    await apply(PACKAGE);
    const exported = await rows('/export/setup');
    expect(exported).toMatchObject({ owner: 'anna@example.com', configuration: PACKAGE.configuration });
    const before = await lastNumber();
    expect(await apply(exported)).toMatchObject({ status: 'applied', counts: { created: 0, updated: 0, deleted: 0 } });
    expect(await lastNumber()).toBe(before);
    admin = await service.tenant();
    expect(await apply(exported)).toMatchObject({ status: 'applied' });
    expect(await rows('/export/setup')).toEqual({ ...exported, name: admin.tenant.name });
  });

  test('belongs to whom the caller names, and to nobody where there is nobody', async () => {
    expect((await admin.client.get('/export/setup')).body.Code).toBe('REQ008');
    expect(await rows('/export/setup?owner=x@example.com')).toMatchObject({ owner: 'x@example.com', profiles: [] });
    expect((await admin.client.get('/export/setup?owner=nobody')).status).toBe(400);
  });
});

test('a package of 10 MB is taken within the limit, in a number of statements that does not grow with it', async () => {
  const big = (users: number, padding: number) => ({
    owner: 'a@example.com',
    layouts: [{ code: 'L', content: { padding: 'x'.repeat(padding) } }],
    profiles: [{ code: 'P', layouts: ['L'] }],
    users: Array.from({ length: users }, (_, n) => ({
      email: `u${n}@example.com`,
      displayName: 'N'.repeat(90),
      // Who signs in with a password would be invited, and each mail is a job of its own.
      loginType: 'None',
      profiles: ['P'],
    })),
  });
  const count = async (body: object): Promise<number> => {
    admin = await service.tenant();
    const queued = await send(body);
    expect(queued.status).toBe(202);
    service.statements();
    await service.work();
    const statements = service.statements().length;
    expect(await rows(queued.body.href)).toMatchObject({ status: 'applied' });
    return statements;
  };
  const few = await count(big(20, 10));
  const large = big(3000, 10_000_000);
  expect(JSON.stringify(large).length).toBeGreaterThan(10_000_000);
  expect(await count(large)).toBeLessThanOrEqual(few + 5);
  expect(await rows('/user?limit=1')).toHaveLength(1);
});

describe('in YAML', () => {
  const yaml = (text: string) => send(text, { 'content-type': 'application/yaml' }, '?plan=true');

  test('a package is read as one in JSON is', async () => {
    const answer = await yaml(`
# What planners see
owner: anna@example.com
profiles:
  - code: PLANNER
    name: Planner
    default: true
configuration: {board.firstHour: 7}
`);
    expect(answer.body, answer.text).toMatchObject({ plan: true, counts: { created: 2 } });
  });

  test('a mistake is named by its place, and what would grow beyond measure is refused', async () => {
    expect((await yaml('owner: a\n  profiles: [')).body).toMatchObject({
      Code: 'REQ001',
      Description: expect.stringMatching(/line \d/),
    });
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x, x]\n${[...'bcdefghij']
      .map((name, i) => `${name}: &${name} [${Array.from({ length: 10 }, () => `*${'abcdefghij'[i]}`).join(', ')}]`)
      .join('\n')}`;
    expect((await yaml(bomb)).body.Code).toBe('REQ001');
    expect((await yaml(`owner: ${'x'.repeat(1_100_000)}`)).body.Code).toBe('REQ004');
  });
});
