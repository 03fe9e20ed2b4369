import { models, type Procedure, procedureFor, procedures } from '../../../src/records/derive/model.ts';
import { aPlan, idOf, tokenOf } from '../../features/visits/visit-tenant.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { ensure, firstOf, namesOf, parentsOf, secondOf } from '../../records/contract-values.ts';
import { aMember, withCodes } from '../../support/second-factor.ts';
import { type Answer, aCall, type TestService, type TestTenant } from '../../support/service.ts';

/** A request that a route accepts and that changes something, and one that it refuses. */
interface PostRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly refused: { readonly path?: string; readonly body?: unknown };
  /** Headers of the caller, where it is not the key of the tenant. */
  readonly caller?: Readonly<Record<string, string>>;
  /** What it does is not stored. */
  readonly leavesNoTrace?: true;
}

interface Bench {
  readonly service: TestService;
  readonly erp: TestTenant;
}
type Prepare = (bench: Bench) => Promise<PostRequest>;

const well = async (answer: Promise<Answer>): Promise<Answer> => {
  const done = await answer;
  if (done.status >= 300) throw new Error(`${done.status} ${done.text}`);
  return done;
};
const imported = ({ erp }: Bench, ...calls: object[]): Promise<Answer> => well(erp.client.import(calls));

/** No route takes a list of texts for a body. */
const NONSENSE = { body: ['nonsense'] };
const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const BRUSSELS = { HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.35 };
const FIRST = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J', taskNo: 'T' };

const basics = (bench: Bench) =>
  imported(
    bench,
    aResource('ANNA', BRUSSELS),
    aJob('J', { SiteAddressGeoLat: 50.86, SiteAddressGeoLong: 4.3 }),
    aTask('J', 'T', { DurationInSeconds: 3600, RequiredTotalDurationInSeconds: 7200 }),
  );

/** Posts a body as it is, to a tenant with a resource and a task. */
const plain =
  (path: string, body: unknown): Prepare =>
  async (bench) => {
    await basics(bench);
    return { path, body, refused: NONSENSE };
  };

async function aSlot({ erp }: Bench): Promise<string> {
  const window = { startDate: '2026-06-01T00:00', endDate: '2026-06-02T00:00', duration: 'PT1H', ...FIRST };
  const { body } = await well(erp.client.post('/recommendation', window));
  return body.slots[0].token;
}

/** A draft that moves the one appointment of the tenant. */
async function aDraftWithAMove(bench: Bench): Promise<{ id: number; appointment: number }> {
  await basics(bench);
  const { client } = bench.erp;
  const at = { start: '2026-06-01T09:00', end: '2026-06-01T10:00' };
  const { body } = await well(client.post('/appointment', { ...FIRST, ...at, resourceNo: 'ANNA' }));
  const [{ id: appointment }] = body.appointments;
  const { id } = (await well(client.post('/drafts', { name: 'What if' }))).body;
  const moved = { id: appointment, start: '2026-06-02T09:00', end: '2026-06-02T10:00' };
  await well(client.post('/appointment', moved, { 'x-draft': String(id) }));
  return { id, appointment };
}

async function aReceiver(bench: Bench, kind: 'connector' | 'webhook'): Promise<string> {
  const { client } = bench.erp;
  if (kind === 'webhook') {
    const { headers } = await well(
      client.post('/webhooks/AppointmentCreated', { notificationURL: 'https://office.example/hook' }),
    );
    return headers.get('location') ?? '';
  }
  const connector = { sourceApp: 'ERP', name: 'BC', uri: 'https://office.example/plan' };
  const { body } = await well(client.post('/connector', connector));
  const path = `/connector/${body.results[0].id}`;
  await well(client.get(`${path}/sending`));
  return path;
}

/** A delivery that was made and has ended. */
async function aDelivery({ service, erp }: Bench): Promise<string> {
  const [row] = await service.deps.db.query<{ id: string }>(
    `insert into delivery (tenant_id, receiver_id, entity, record_id, change_no, action, body, status, ended_at)
     select tenant_id, id, 'Appointment', 1, 1, 'I', '{}', 'dead', now() from receiver where tenant_id = $1 returning id`,
    [erp.tenant.id],
  );
  return row?.id ?? '';
}

function ofReceiver(kind: 'connector' | 'webhook'): Record<string, Prepare> {
  const path = kind === 'connector' ? '/connector/:id' : '/webhooks/:event/:id';
  const missing = kind === 'connector' ? '/connector/999999' : '/webhooks/AppointmentCreated/999999';
  const bodiless =
    (verb: string): Prepare =>
    async (bench) => {
      const own = await aReceiver(bench, kind);
      if (verb === 'resume') await well(bench.erp.client.post(`${own}/pause`, undefined));
      return { path: `${own}/${verb}`, refused: { path: `${missing}/${verb}` } };
    };
  return {
    [`${path}/pause`]: bodiless('pause'),
    [`${path}/resume`]: bodiless('resume'),
    [`${path}/secret`]: bodiless('secret'),
    [`${path}/replay`]: async (bench) => {
      const own = await aReceiver(bench, kind);
      return { path: `${own}/replay`, body: { deliveryId: await aDelivery(bench) }, refused: NONSENSE };
    },
  };
}

/** Sends a body about a visit of somebody who signed in. */
const ofVisit =
  (path: string, bodyFor: (appointmentId: number) => object): Prepare =>
  async ({ service, erp }) => {
    await well(erp.client.import(aPlan()));
    const { authorization } = await tokenOf(service, erp, 'anna', 'worker', 'ANNA');
    const body = bodyFor(await idOf(erp, 1));
    await well(
      erp.client.post('/timeSession/start', {
        ...taskKey('A', 'T'),
        ResourceNo: 'ANNA',
        StartedAt: '2026-06-01T04:00:00Z',
      }),
    );
    return { path, body, refused: NONSENSE, caller: { authorization } };
  };

const session = { ...FIRST, resourceNo: 'ANNA', startedAt: '2026-05-29T08:00:00Z' };
const run = { start: '2026-06-01', end: '2026-06-03', iterations: 50, maxSeconds: 60 };

/** How each route that is no plain write of a record is used. */
const special: Readonly<Record<string, Prepare>> = {
  '/import': async () => ({ path: '/import', body: [aJob('J')], refused: { body: {} } }),
  '/api/Import/Insert': async () => ({ path: '/api/Import/Insert', body: [aJob('J')], refused: { body: {} } }),
  '/api/Import/Execute': async () => ({ path: '/api/Import/Execute', body: [aJob('J')], refused: { body: {} } }),
  '/import/setup': async () => ({
    path: '/import/setup',
    body: { owner: 'anna@example.com', profiles: [{ code: 'P', name: 'Planner' }], layouts: [], users: [] },
    refused: { body: {} },
  }),
  '/apiKey/:id/rotate': async ({ erp }) => {
    const { body } = await well(erp.client.post('/apiKey', { name: 'ERP', scopes: ['read'] }));
    return { path: `/apiKey/${body.id}/rotate`, body: { overlapHours: 1 }, refused: { body: { overlapHours: -1 } } };
  },
  '/apiKey': plain('/apiKey', { name: 'ERP', scopes: ['import'] }),
  '/user/invite': async (bench) => {
    const email = 'invited@example.com';
    await well(bench.erp.client.post('/user', { email }));
    return { path: '/user/invite', body: { email }, refused: NONSENSE };
  },
  '/user/removeSecondFactor': async ({ service, erp }) => {
    const { email } = await withCodes(service, await aMember(erp));
    return { path: '/user/removeSecondFactor', body: { email }, refused: NONSENSE };
  },
  '/user/unlink': async ({ service, erp }) => {
    const email = await aMember(erp);
    await service.deps.db.query(
      `insert into sso_identity (tenant_id, user_id, provider, issuer, subject)
       select tenant_id, id, 'tenant', 'https://id.example.com', 'anna' from app_user where tenant_id = $1 and email = $2`,
      [erp.tenant.id, email],
    );
    return { path: '/user/unlink', body: { email }, refused: NONSENSE };
  },
  '/calendarFeed': plain('/calendarFeed', { resourceNo: 'ANNA' }),
  '/changes/:number/undo': async (bench) => {
    const { body } = await imported(bench, aJob('J'));
    return { path: `/changes/${body.changes}/undo`, refused: { path: '/changes/999999/undo' } };
  },
  '/changes/undo': async (bench) => {
    const { headers } = await imported(bench, aJob('J'));
    return { path: '/changes/undo', body: { requestId: headers.get('x-request-id') }, refused: NONSENSE };
  },
  '/drafts': async () => ({ path: '/drafts', body: { name: 'What if' }, refused: NONSENSE }),
  '/drafts/:id/publish': async (bench) => {
    const { id } = await aDraftWithAMove(bench);
    return { path: `/drafts/${id}/publish`, body: {}, refused: NONSENSE };
  },
  '/drafts/:id/revert': async (bench) => {
    const { id, appointment } = await aDraftWithAMove(bench);
    return { path: `/drafts/${id}/revert`, body: { changes: [appointment] }, refused: NONSENSE };
  },
  '/message': async () => ({
    path: '/message',
    body: { text: 'The line is down.' },
    refused: NONSENSE,
    leavesNoTrace: true,
  }),
  '/recommendation/hold': async (bench) => {
    await basics(bench);
    return { path: '/recommendation/hold', body: { token: await aSlot(bench) }, refused: NONSENSE };
  },
  '/recommendation/book': async (bench) => {
    await basics(bench);
    return { path: '/recommendation/book', body: { token: await aSlot(bench), subject: 'Pump' }, refused: NONSENSE };
  },
  '/optimization/fieldService': plain('/optimization/fieldService', run),
  '/optimization/professionalServices': plain('/optimization/professionalServices', {
    start: '2026-06-01',
    end: '2026-06-12',
  }),
  '/optimization/:id/apply': async (bench) => {
    await basics(bench);
    const { body } = await well(bench.erp.client.post('/optimization/fieldService', run));
    await bench.service.work();
    return { path: `/optimization/${body.id}/apply`, body: {}, refused: { body: { moves: [999] } } };
  },
  '/appointmentRecurring': plain('/appointmentRecurring', {
    ...FIRST,
    startDate: '2026-06-01T09:00',
    endDate: '2026-06-30',
    resource: 'ANNA',
    recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
  }),
  '/absence/:externalId/decision': async (bench) => {
    await basics(bench);
    const days = { startDate: '2026-09-01', endDate: '2026-09-02' };
    await well(bench.erp.client.post('/absence', { externalId: 'X', resourceNo: 'ANNA', ...days }));
    return { path: '/absence/X/decision', body: { status: 'approved' }, refused: { body: { status: 'perhaps' } } };
  },
  '/calendar/:code/publicHolidays': async (bench) => {
    await well(bench.erp.client.post('/calendar', { code: 'BY' }));
    return {
      path: '/calendar/BY/publicHolidays',
      body: { country: 'DE', years: [2027] },
      refused: { body: { country: 'XX', years: [2027] } },
    };
  },
  '/extendedDay': plain('/extendedDay', {
    resourceNo: 'ANNA',
    start: '2026-06-02T18:00:00+02:00',
    end: '2026-06-02T20:00:00+02:00',
  }),
  '/board/plan': plain('/board/plan', { resourceNo: 'ANNA', tasks: [{ ...FIRST, start: '2026-06-01T09:00' }] }),
  '/resource/:resourceNo/route': async (bench) => {
    await basics(bench);
    const day = { start: '2026-06-02T00:00:00+02:00', end: '2026-06-03T00:00:00+02:00' };
    return { path: '/resource/ANNA/route', body: { ...day, stops: [], task: FIRST }, refused: NONSENSE };
  },
  '/violations/:id/waiver': async (bench) => {
    await basics(bench);
    const night = { Start: '2026-06-02T22:00', End: '2026-06-02T23:00' };
    await imported(bench, aCall('mboc_upsertAppointment', { ...FIRST, ResourceNo: 'ANNA', ...night }));
    const { body } = await well(bench.erp.client.get('/violations?start=2026-06-01&end=2026-06-04'));
    return {
      path: `/violations/${body[0].id}/waiver`,
      body: { reason: 'The customer asked for it.', until: '2026-06-30T00:00:00Z' },
      refused: NONSENSE,
    };
  },
  '/timeSession/start': plain('/timeSession/start', session),
  '/timeSession/stop': async (bench) => {
    await basics(bench);
    await well(bench.erp.client.post('/timeSession/start', session));
    return {
      path: '/timeSession/stop',
      body: { resourceNo: 'ANNA', stoppedAt: '2026-05-29T10:00:00Z' },
      refused: NONSENSE,
    };
  },
  '/timeEntry/claim': async (bench) => {
    await basics(bench);
    await well(bench.erp.client.post('/timeSession', { ...session, stoppedAt: '2026-05-29T09:00:00Z' }));
    return { path: '/timeEntry/claim', body: { resourceNo: 'ANNA', date: '2026-05-29' }, refused: NONSENSE };
  },
  '/timeEntry/decide': async (bench) => {
    await basics(bench);
    const { client } = bench.erp;
    await well(client.put('/timeEntry/settings', { timeApproval: 'teamLead' }));
    const submitted = { ...FIRST, resourceNo: 'ANNA', date: '2026-05-29', durationInSeconds: 60, status: 1 };
    const { body } = await well(client.post('/timeEntry', submitted));
    const [{ id, version }] = body.results;
    const entries = [{ timeEntryId: id, version }];
    return { path: '/timeEntry/decide', body: { entries, status: 4 }, refused: NONSENSE };
  },
  '/attachment': plain('/attachment', {
    attachmentGuid: GUID,
    kind: 'document',
    fileName: 'report.pdf',
    contentType: 'application/pdf',
    size: 5000,
    resourceNo: 'ANNA',
  }),
  '/visit': ofVisit('/visit', (appointmentId) => ({ appointmentId, externalId: 'REPORT', state: 'travelling' })),
  '/visit/fields': ofVisit('/visit/fields', (appointmentId) => ({
    appointmentId,
    fields: [{ code: 'METER', value: '12' }],
  })),
  '/visit/position': ofVisit('/visit/position', () => ({ latitude: 50.9, longitude: 4.1 })),
  '/jobs/:id/retry': async (bench) => {
    await basics(bench);
    await well(bench.erp.client.post('/optimization/fieldService', run));
    const [job] = await bench.service.deps.db.query<{ id: number }>(
      `update background_job set status = 'failed' where tenant_id = $1 returning id`,
      [bench.erp.tenant.id],
    );
    return { path: `/jobs/${job?.id}/retry`, refused: { path: '/jobs/999999/retry' } };
  },
  '/demo': async () => ({ path: '/demo', refused: { body: '{' } }),
  '/webhooks/:event': async () => ({
    path: '/webhooks/AppointmentUpdated',
    body: { notificationURL: 'https://office.example/hook' },
    refused: { body: {} },
  }),
  ...ofReceiver('connector'),
  ...ofReceiver('webhook'),
  '/deliveries/:id/ack': async (bench) => {
    await aReceiver(bench, 'connector');
    return {
      path: `/deliveries/${await aDelivery(bench)}/ack`,
      body: { status: 'processed' },
      refused: { body: { status: 'perhaps' } },
    };
  },
  '/cursors': plain('/cursors', { name: 'reader', after: 0 }),
  '/cursors/:name/lease': async (bench) => {
    await basics(bench);
    await well(bench.erp.client.post('/cursors', { name: 'reader', after: 0 }));
    return { path: '/cursors/reader/lease', body: { limit: 2 }, refused: NONSENSE };
  },
  '/cursors/:name/ack': async (bench) => {
    await basics(bench);
    await well(bench.erp.client.post('/cursors', { name: 'reader', after: 0 }));
    const { body } = await well(bench.erp.client.post('/cursors/reader/lease', { limit: 2 }));
    return { path: '/cursors/reader/ack', body: { lease: body.lease }, refused: { body: { lease: GUID } } };
  },
};

/** The procedure behind a route that writes records. */
function procedureOf(route: string): Procedure | undefined {
  const administration = /^\/api\/Administration\/Users\/(Create|Update|Delete)$/.exec(route)?.[1];
  const user = models.get('User');
  if (administration && user) return procedureFor(user, administration === 'Delete' ? 'delete' : 'upsert');
  const facet = procedures.find(({ facet, action }) => facet && `/${facet.route}` === route && action !== 'reset');
  if (facet) return facet;
  const model = [...models.values()].find(({ entity }) =>
    [entity.route, ...(entity.routeAliases ?? [])].some((path) => `/${path}` === route),
  );
  return model && procedureFor(model, 'upsert');
}

const ofRecords =
  (path: string, { model, facet, action }: Procedure): Prepare =>
  async (bench) => {
    const value = (property: string, which: typeof firstOf): [string, string][] => {
      const column = model.columns.find((each) => each.property === property);
      const sent = column && which(model, column)?.sent;
      return sent === undefined ? [] : [[property, sent]];
    };
    const whole = Object.fromEntries(model.columns.flatMap(({ property }) => value(property, firstOf)));
    const key = Object.fromEntries(namesOf(model).flatMap(({ property }) => value(property, firstOf)));
    const parents = parentsOf(model, whole);
    if (parents.length > 0) await imported(bench, ...parents);
    if (!facet && action === 'upsert') return { path, body: whole, refused: NONSENSE };
    await imported(bench, ...ensure(model, key));
    if (!facet) return { path, body: key, refused: NONSENSE };
    const sets = facet.sets.flatMap((property) => {
      const column = model.columns.find((each) => each.property === property);
      return column?.spec.kind === 'boolean' ? [[property, 'true']] : value(property, secondOf);
    });
    return { path, body: { ...key, ...Object.fromEntries(sets) }, refused: NONSENSE };
  };

/** How a POST route is used, or undefined where nobody has said so yet. */
export function usageOf(route: string): Prepare | undefined {
  const known = special[route];
  if (known) return known;
  const procedure = procedureOf(route);
  return procedure && ofRecords(route, procedure);
}
