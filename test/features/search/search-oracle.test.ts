import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../support/random-cases.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE' };
const NOW = '2026-06-01T12:00:00Z';
const JOBS = 12;
const APPOINTMENTS = 460;

const VOCABULARY = [
  ...[
    'Astoria',
    'astor',
    'ÉCOLE',
    'école',
    'Straße',
    '100%',
    'a_b',
    'back\\slash',
    "O'Neill",
    '(x',
    'x.y',
    'Gent',
    'X7',
    '7',
  ],
];

/** Texts by a seed, which is all that a failure has to show. */
function drawing(seed: number) {
  let state = seed;
  const upTo = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const words = (): string => Array.from({ length: upTo(3) }, () => VOCABULARY[upTo(VOCABULARY.length)]).join(' ');
  const text = (): string | null => (upTo(4) === 0 ? null : words());
  return {
    upTo,
    text,
    job: () => ({
      ShortDescription: `job ${words()}`,
      ...{ CustomerNo: text(), CustomerName: text(), ContactName: text() },
      ...{ SiteName: text(), SiteAddress: text(), SiteCity: text() },
    }),
    task: () => ({ ShortDescription: `task ${words()}`, Subject: text() }),
  };
}

const QUERIES = [
  ...[
    'astor',
    'STORIA',
    'école',
    'ÉC',
    'straße',
    '100%',
    '%',
    '_',
    'a_b',
    '\\',
    "o'n",
    '(x',
    'x.y',
    'x7',
    '7',
    'J3',
    'a3',
  ],
  ...['astoria gent', 'gent astor 7', 'job', 'task j1', 'nobody', 'o'],
];

const guid = (i: number): string => `44444444-8b86-d011-b42d-${String(i).padStart(12, '0')}`;
const at = (hours: number): string => new Date(Date.parse(NOW) + hours * 3_600_000).toISOString();
const jobCall = (i: number, fields: object) => aCall('mboc_upsertJob', { ...KEY, JobNo: `J${i}`, ...fields });
const taskCall = (i: number, fields: object) =>
  aCall('mboc_upsertTask', { ...KEY, JobNo: `J${i}`, TaskNo: `T${i}`, ...fields });

/** The definition: every word is contained, in any case, in one of the texts. Customers and their numbers count for tasks and appointments too. */
async function expected(tenantId: number, q: string) {
  const patterns = q.split(' ').map((each) => `%${each.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
  const all = (texts: string) => `concat_ws(' ', ${texts}) ilike all ($2::text[])`;
  const ofJob = 'j.customer_no, j.customer_name, j.site_address, j.site_city';
  const ofTask = 't.job_no, t.task_no, t.short_description, t.subject';
  const withJob = 'join job j on j.tenant_id = t.tenant_id and j.id = t.job_id';
  const ids = async (statement: string, ...more: unknown[]) =>
    (await service.deps.db.query<{ id: number }>(statement, [tenantId, patterns, ...more])).map(({ id }) => id);
  return {
    jobs: await ids(
      `select j.id from job j where j.tenant_id = $1 and ${all(`j.job_no, j.short_description, j.contact_name, j.site_name, ${ofJob}`)}
       order by j.id desc limit 20`,
    ),
    tasks: await ids(
      `select t.id from task t ${withJob} where t.tenant_id = $1 and ${all(`${ofTask}, ${ofJob}`)} order by t.id desc limit 20`,
    ),
    customers: await service.deps.db.query(
      `select j.customer_no as "customerNo", coalesce(j.customer_name, j.customer_no) as name, count(*)::integer as jobs from job j
       where j.tenant_id = $1 and coalesce(j.customer_name, j.customer_no) is not null and ${all('j.customer_no, j.customer_name')}
       group by 1, 2 order by 3 desc, 2, 1 limit 20`,
      [tenantId, patterns],
    ),
    appointments: await ids(
      `select a.id from appointment a left join task t on t.tenant_id = a.tenant_id and t.id = a.task_id left ${withJob}
       where a.tenant_id = $1 and ${all(`a.subject, a.appointment_no, a.job_no, a.task_no, ${ofTask}, ${ofJob}`)}
       order by abs(extract(epoch from a.start - $3::timestamptz)), a.id limit 20`,
      NOW,
    ),
  };
}

async function compare({ client, tenant }: TestTenant): Promise<void> {
  for (const q of QUERIES) {
    const { body } = await client.get(`/search?limit=20&q=${encodeURIComponent(q)}`);
    const ids = (found: { id: number }[]) => found.map(({ id }) => id);
    const { jobs, tasks, customers, appointments } = await expected(tenant.id, q);
    expect(ids(body.jobs), `jobs: ${q}`).toEqual(jobs);
    expect(ids(body.tasks), `tasks: ${q}`).toEqual(tasks);
    expect(body.customers, `customers: ${q}`).toEqual(customers);
    expect(ids(body.appointments), `appointments: ${q}`).toEqual(appointments);
  }
}

async function tryAll(seed: number): Promise<void> {
  const erp = await service.tenant();
  service.setNow(NOW);
  const draw = drawing(seed);
  const well = async (...calls: ReturnType<typeof aCall>[]) => {
    const answer = await erp.client.import(calls);
    expect(answer.status, answer.text.slice(0, 500)).toBe(200);
    return answer;
  };
  const times = () => {
    const hours = draw.upTo(4000) - 2000;
    return { Start: at(hours), End: at(hours + 1) };
  };
  const jobs = Array.from({ length: JOBS }, (_, i) => i);
  await well(
    ...jobs.map((i) => jobCall(i, draw.job())),
    ...jobs.map((i) => taskCall(i, draw.task())),
    ...Array.from({ length: APPOINTMENTS }, (_, i) => {
      const job = draw.upTo(JOBS);
      const key = { ...KEY, JobNo: `J${job}`, TaskNo: `T${job}`, AppointmentGuid: guid(i) };
      return aCall('mboc_upsertAppointment', { ...key, Subject: draw.text(), ...times() });
    }),
  );
  for (let i = 0; i < 5; i++) {
    const { Start: start, End: end } = times();
    const answer = await erp.client.post('/appointment', { subject: `free ${draw.text() ?? ''}`, start, end });
    expect(answer.status, answer.text).toBe(200);
  }
  await compare(erp);
  const answer = await well(
    ...[
      jobCall(1, draw.job()),
      taskCall(2, draw.task()),
      aCall('mboc_deleteJob', { ...KEY, JobNo: 'J3', CheckAppointments: 0 }),
    ],
    ...[0, 1, 2].map((i) =>
      aCall('mboc_upsertAppointment', { AppointmentGuid: guid(i), ...times(), Subject: draw.text() }),
    ),
  );
  await compare(erp);
  const undone = await erp.client.post('/changes/undo', { requestId: answer.headers.get('x-request-id') });
  expect(undone.status, undone.text).toBe(200);
  await compare(erp);
}

test('finds what the texts of the records contain, after every way of writing them', async () => {
  await fc.assert(fc.asyncProperty(fc.nat(), tryAll), { numRuns: runs(2, 50), endOnFailure: true });
}, 600_000);
