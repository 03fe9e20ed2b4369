import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Permission, permissions } from '../../../src/domain/permissions.ts';
import { builtInRoleNames } from '../../../src/domain/roles.ts';
import {
  aCall,
  type Client,
  clientFor,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

/**
 * Every route × every role × own and foreign records, against the tables of docs/reference/permissions.md. A second walk takes one permission
 * away from a key that has all others.
 */
const page = readFileSync(new URL('../../../docs/reference/permissions.md', import.meta.url), 'utf8');

interface Row {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  /** Empty for routes that need any credential. */
  readonly needs: readonly Permission[];
  readonly needsNone: boolean;
  readonly cells: Readonly<Record<string, string>>;
}

const rows: Row[] = page
  .slice(page.indexOf('\n## Routes'), page.indexOf('\n## Import procedures'))
  .split('\n')
  .filter((line) => /^\| `(?:GET|POST|PUT|PATCH|DELETE) /.test(line))
  .map((line) => {
    const [, route = '', needs = '', ...cells] = line.split('|').map((cell) => cell.trim());
    const name = route.replaceAll('`', '');
    const [method = '', path = ''] = name.split(' ');
    return {
      route: name,
      method,
      path,
      needs: [...needs.matchAll(/`([^`]+)`/g)].map((match) => match[1] as Permission),
      needsNone: needs === 'no credential',
      cells: Object.fromEntries(builtInRoleNames.map((role, i) => [role, cells[i] ?? ''])),
    };
  });
const guarded = rows.filter(({ needsNone }) => !needsNone);

const PASSWORD = 'a long password of a person';
const source = { sourceApp: 'ERP', sourceType: 'S' };
const task = { ...source, jobNo: 'J1', taskNo: 'T1' };
const WINDOW = 'start=2026-04-01&end=2026-05-01';
const [OWN, FOREIGN] = ['ANNA', 'BEN'];

let service: TestService;
let tenant: TestTenant;
const people = new Map<string, string>();
/** By the resource that carries them out. */
const appointments = new Map<string, string>();
const guids = new Map<string, string>();

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  await tenant.client.import([
    aCall('mboc_upsertJob', { ...source, JobNo: 'J1', ShortDescription: 'Pump' }),
    aCall('mboc_upsertTask', { ...task, ShortDescription: 'T' }),
    ...[OWN, FOREIGN].map((ResourceNo) => aCall('mboc_upsertResource', { ResourceNo })),
  ]);
  for (const resourceNo of [OWN, FOREIGN]) {
    const times = { start: '2026-04-01T08:00', end: '2026-04-01T09:00' };
    const { body } = await tenant.client.post('/appointment', { ...task, ...times, resourceNo });
    const made = await tenant.client.get(`/appointment/${body.results[0].id}?by=id`);
    appointments.set(resourceNo, made.body.appointmentNo);
  }
  // By default last positions need more than the table says; the tests of the map try that.
  expect((await tenant.client.put('/map/settings', { locationsForEveryone: true })).status).toBe(200);
  for (const role of builtInRoleNames) {
    const email = `${role.toLowerCase()}@example.com`;
    const made = await tenant.client.post('/user', { email, password: PASSWORD, roles: role, resourceNo: OWN });
    expect(made.status, made.text).toBe(200);
    people.set(role, email);
  }
});
afterAll(() => service.close());

const signIn = async (role: string): Promise<Record<string, string>> => {
  const answer = await tenant.client.post('/session', { username: people.get(role), password: PASSWORD });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { cookie, 'sec-fetch-site': 'same-origin' };
};

interface Said {
  readonly status: number;
  readonly text: string;
}

/** Only the beginning is of interest: some responses do not end. */
async function send(credential: Record<string, string>, method: string, path: string, body?: unknown): Promise<Said> {
  const leave = new AbortController();
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    signal: leave.signal,
    headers: { ...credential, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  if (response.status !== 403) {
    leave.abort();
    return { status: response.status, text: '' };
  }
  return { status: 403, text: await response.text() };
}

const isRefused = ({ status, text }: Said): boolean => status === 403 && text.includes('"USR004"');

/** Names of records that do not exist: who may ask is what is asked here. */
const filled = (path: string): string => path.replace('{event}', 'AppointmentCreated').replace(/\{\w+\}/g, '999999999');

/** Eight at a time. */
async function all<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}

/** May sign people out: these are sent one after the other. */
const mayEndSignIn = ({ needs, method }: Row): boolean => needs.length === 0 && method !== 'GET';

async function isSignedIn(credential: Record<string, string>): Promise<boolean> {
  const response = await fetch(`${service.baseUrl}/session`, { headers: credential });
  return ((await response.json()) as { signedIn: boolean }).signedIn;
}

describe('the table of permissions', () => {
  test('has all routes, and says yes, no or own for each role', () => {
    expect(rows.length).toBeGreaterThan(400);
    for (const { route, cells } of rows)
      for (const role of builtInRoleNames) expect(['yes', 'no', 'own'], route).toContain(cells[role]);
  });

  test.each(builtInRoleNames)('is what the service does for the role %s', { timeout: 300_000 }, async (role) => {
    let credential = await signIn(role);
    const wrong: string[] = [];
    const check = async (row: Row, used: Record<string, string>): Promise<void> => {
      const said = await send(used, row.method, filled(row.path));
      if (isRefused(said) !== (row.cells[role] === 'no')) wrong.push(`${row.route}: ${said.status} ${said.text}`);
    };
    // What is limited to own records is sent below, with records.
    const plain = guarded.filter((row) => row.cells[role] !== 'own');
    await all(
      plain.filter((row) => !mayEndSignIn(row)),
      (row) => check(row, credential),
    );
    for (const row of plain.filter(mayEndSignIn)) {
      if (!(await isSignedIn(credential))) credential = await signIn(role);
      await check(row, credential);
    }
    expect(wrong).toEqual([]);
  });
});

describe('own and foreign records', () => {
  type Sent = (resourceNo: string, ids: Readonly<Record<string, number>>) => readonly [path: string, body?: unknown];
  const entry = (resourceNo: string, more: object = {}) => ({
    ...task,
    resourceNo,
    date: '2026-04-01',
    durationInSeconds: 60,
    ...more,
  });
  const session = (resourceNo: string) => ({
    ...task,
    resourceNo,
    startedAt: '2026-04-02T10:00:00Z',
    stoppedAt: '2026-04-02T10:05:00Z',
  });
  const absence = (resourceNo: string, id: string, date: string) => ({
    externalId: `${id}-${resourceNo}`,
    resourceNo,
    startDate: date,
    endDate: date,
  });
  const read =
    (path: string): Sent =>
    (resourceNo) => [`${path}?${WINDOW}&resourceNo=${resourceNo}`];

  const anAttachment = (resourceNo: string, guid: string = randomUUID()) => ({
    attachmentGuid: guid,
    kind: 'document',
    fileName: 'x',
    size: 10,
    appointmentNo: appointments.get(resourceNo),
  });

  /** A request for each route that says `own`. */
  const requests: Readonly<Record<string, Sent>> = {
    'POST /attachment': (resourceNo) => ['/attachment', anAttachment(resourceNo)],
    'PUT /attachment/{attachmentGuid}/content': (resourceNo) => [
      `/attachment/${guids.get(resourceNo)}/content?offset=0`,
    ],
    'DELETE /attachment/{attachmentGuid}': (resourceNo) => [`/attachment/${guids.get(resourceNo)}`],
    'GET /timeEntry': read('/timeEntry'),
    'GET /timeEntry/missing': read('/timeEntry/missing'),
    'GET /timeEntry/summary': read('/timeEntry/summary'),
    'GET /timeSession': read('/timeSession'),
    'GET /timesheet': read('/timesheet'),
    'POST /timeEntry': (resourceNo) => ['/timeEntry', entry(resourceNo)],
    'PUT /timeEntry': (_resourceNo, ids) => ['/timeEntry', { timeEntryId: ids['put'], durationInSeconds: 90 }],
    'DELETE /timeEntry': (_resourceNo, ids) => ['/timeEntry', { timeEntryId: ids['delete'] }],
    'POST /timeEntry/claim': (resourceNo) => ['/timeEntry/claim', { resourceNo, date: '2026-04-02' }],
    'POST /timeSession': (resourceNo) => ['/timeSession', session(resourceNo)],
    'PUT /timeSession': (_resourceNo, ids) => ['/timeSession', { timeSessionId: ids['putSession'], note: 'x' }],
    'DELETE /timeSession': (_resourceNo, ids) => ['/timeSession', { timeSessionId: ids['deleteSession'] }],
    'POST /timeSession/start': (resourceNo) => ['/timeSession/start', { ...task, resourceNo }],
    'GET /absence': read('/absence'),
    'GET /absence/overview': (resourceNo) => [`/absence/overview?year=2026&resourceNo=${resourceNo}`],
    'GET /absence/{externalId}': (resourceNo) => [`/absence/read-${resourceNo}`],
    'GET /absence/{externalId}/appointments': (resourceNo) => [`/absence/read-${resourceNo}/appointments`],
    'POST /absence/{externalId}/decision': (resourceNo) => [
      `/absence/read-${resourceNo}/decision?dryRun=true`,
      { status: 'withdrawn' },
    ],
    'POST /absence': (resourceNo) => ['/absence?dryRun=true', absence(resourceNo, 'new', '2026-10-01')],
    'PUT /absence': (resourceNo) => ['/absence?dryRun=true', { externalId: `read-${resourceNo}`, note: 'x' }],
    'DELETE /absence': (resourceNo) => ['/absence?dryRun=true', { externalId: `read-${resourceNo}` }],
    'POST /timeSession/stop': (resourceNo) => ['/timeSession/stop', { resourceNo }],
  };
  /** Somebody else's record is not found. */
  const HIDDEN = [
    'GET /absence/{externalId}',
    'GET /absence/{externalId}/appointments',
    'POST /absence/{externalId}/decision',
  ];
  /** Tasks that everybody who registers time may choose from: they are nobody's own. */
  const SHARED = ['GET /timesheet/tasks'];

  /** They know no resource but that of the caller; test/features/visits sends them with appointments of others. */
  const OF_CALLER = ['GET /myDay', 'GET /visit/settings', 'POST /visit', 'POST /visit/fields', 'POST /visit/position'];

  const limited = guarded.filter(
    ({ route, cells }) => Object.values(cells).includes('own') && !OF_CALLER.includes(route),
  );

  test('have a request here for each route that says own', () => {
    expect([...Object.keys(requests), ...SHARED].sort()).toEqual(limited.map(({ route }) => route).sort());
  });

  /** Records of the resource that requests change, made by the back office. */
  async function records(client: Client, resourceNo: string): Promise<Record<string, number>> {
    guids.set(resourceNo, randomUUID());
    const begun = await client.post('/attachment', anAttachment(resourceNo, guids.get(resourceNo)));
    expect(begun.status, begun.text).toBe(200);
    await client.post('/absence', absence(resourceNo, 'read', '2026-09-01'));
    const entries = await client.post('/timeEntry', [entry(resourceNo), entry(resourceNo)]);
    const sessions = await client.post('/timeSession', [
      { ...session(resourceNo), startedAt: '2026-04-03T10:00:00Z', stoppedAt: '2026-04-03T11:00:00Z' },
      { ...session(resourceNo), startedAt: '2026-04-03T12:00:00Z', stoppedAt: '2026-04-03T13:00:00Z' },
    ]);
    const [[put, remove], [putSession, deleteSession]] = [entries, sessions].map(({ body }) =>
      (body.results as { id: number }[]).map(({ id }) => id),
    ) as [[number, number], [number, number]];
    return { put, delete: remove, putSession, deleteSession };
  }

  test.each(builtInRoleNames)('are kept apart for the role %s', { timeout: 120_000 }, async (role) => {
    const credential = await signIn(role);
    const wrong: string[] = [];
    for (const resourceNo of [OWN, FOREIGN]) {
      const ids = await records(tenant.client, resourceNo);
      for (const { route, method, cells } of limited) {
        const sent = requests[route] ?? (() => ['/timesheet/tasks'] as const);
        const [path, body] = sent(resourceNo, ids);
        const said = await send(credential, method, path, body);
        const isForeign = resourceNo === FOREIGN && !SHARED.includes(route);
        const cell = cells[role] === 'own' ? (isForeign ? 'no' : 'yes') : cells[role];
        const isHidden = isForeign && HIDDEN.includes(route) && said.status === 404;
        if ((isRefused(said) || isHidden) !== (cell === 'no'))
          wrong.push(`${route} ${resourceNo}: ${said.status} ${said.text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a key without one permission', () => {
  test.each(permissions)(
    '%s is refused by the routes that need it, and by no other',
    { timeout: 300_000 },
    async (taken) => {
      const keyWith = async (held: readonly Permission[]): Promise<Record<string, string>> => ({
        'x-api-key': await tenant.addKey({ name: taken, scopes: [], permissions: held }),
      });
      const others = await keyWith(permissions.filter((permission) => permission !== taken));
      const alone = await keyWith([taken]);
      const wrong: string[] = [];
      await all(
        guarded.filter(({ needs }) => needs.includes(taken)),
        async ({ route, method, path, needs }) => {
          const [without, only] = [await send(others, method, filled(path)), await send(alone, method, filled(path))];
          if (isRefused(without) !== (needs.length === 1))
            wrong.push(`${route} without: ${without.status} ${without.text}`);
          // Handlers may refuse more, as they do to a key that is linked to no resource.
          if (only.text.includes('This needs the permission'))
            wrong.push(`${route} alone: ${only.status} ${only.text}`);
        },
      );
      expect(wrong).toEqual([]);
    },
  );
});

describe('import procedures', () => {
  const needs = new Map(
    [...page.slice(page.indexOf('\n## Import procedures')).matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(
      ([, name = '', cell = '']) =>
        [name, [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as Permission)] as const,
    ),
  );

  test.each(permissions)('need what the table names: a key with records.import and %s', async (held) => {
    const key = await tenant.addKey({ name: held, scopes: [], permissions: ['records.import', held] });
    const client = clientFor(service.baseUrl, { 'x-api-key': key });
    const names = [...needs.keys()];
    expect(names.length).toBeGreaterThan(100);
    const { body } = await client.import(
      names.map((name) => aCall(name, { Nothing: 1 })),
      { prefer: 'handling=lenient' },
    );
    const refused = (body.results as { index: number; code?: string }[])
      .filter(({ code }) => code === 'USR004')
      .map(({ index }) => names[index]);
    const expected = names.filter(
      (name) => !needs.get(name)?.some((each) => each === held || each === 'records.import'),
    );
    expect(refused.sort()).toEqual(expected.sort());
  });
});
