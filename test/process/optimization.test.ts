import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aCall, cli, type Environment, Place, type Process, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const TASKS = 60;
const CREW = ['R1', 'R2', 'R3', 'R4'];
/** A day that is to come, whenever this runs. */
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const end = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10);

const key = (i: number) => ({ SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: `J${i}` });
const calls = [
  ...CREW.map((ResourceNo, i) =>
    aCall('mboc_upsertResource', { ResourceNo, HomeAddressGeoLat: 50.8 + i / 50, HomeAddressGeoLong: 4.3 + i / 20 }),
  ),
  ...Array.from({ length: TASKS }, (_, i) => [
    aCall('mboc_upsertJob', {
      ...key(i),
      ShortDescription: `Job ${i}`,
      SiteAddressGeoLat: 50.6 + ((i * 37) % 60) / 100,
      SiteAddressGeoLong: 4.1 + ((i * 53) % 60) / 100,
    }),
    aCall('mboc_upsertTask', {
      ...key(i),
      TaskNo: 'T',
      ShortDescription: 'T',
      DurationInSeconds: 1800 + 600 * (i % 7),
    }),
  ]).flat(),
];

describe('nodes of one database', () => {
  let shared: SharedDatabase;
  let places: Place[] = [];
  let api: Service;
  let other: Service;
  const workers: Process[] = [];
  beforeAll(async () => {
    shared = await SharedDatabase.make();
    api = await startApi();
    other = await startApi();
    expect((await request(api.address, api.key, '/import', calls)).status).toBe(200);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      worker.kill('SIGKILL');
      await worker.ended;
    }
  });
  afterAll(async () => {
    for (const each of places) await each.remove();
    places = [];
    await shared.remove();
  });

  const env = (roles: string): Environment => ({ DATABASE_URL: shared.url, ROLES: roles, OPTIMIZER_THREADS: '2' });
  async function place(): Promise<Place> {
    const made = await Place.make();
    places.push(made);
    return made;
  }
  const startApi = async (): Promise<Service> => (await place()).start(env('api'));
  async function startWorker(): Promise<Process> {
    const worker = (await place()).spawn([process.execPath, cli, 'serve'], env('worker'));
    await worker.says(/Openslot is running\./);
    workers.push(worker);
    return worker;
  }
  const ask = (method: string, path: string, body?: unknown) => request(api.address, api.key, path, body, method);
  async function startRun(more: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await ask('POST', '/optimization/fieldService', {
      start: day,
      end,
      maxSeconds: 60,
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(202);
    return body.href;
  }
  const show = async (href: string) => (await ask('GET', href)).body;
  const planned = () =>
    shared.query(
      `select a.task_id, s.resource_no, a.start, a."end" from appointment a join assignment s on s.owner_id = a.id`,
    ) as Promise<{ task_id: string; resource_no: string; start: Date; end: Date }[]>;

  test('a worker that is killed in the middle of a run leaves it to another, which ends it; nothing is applied', async () => {
    const first = await startWorker();
    const href = await startRun();
    await until(async () => (await show(href)).progress !== null, 'the run to go on');
    first.kill('SIGKILL');
    await first.ended;
    expect((await show(href)).status).toBe('running');
    await startWorker();
    // Its end is asked for, so that the test does not take all of its minute.
    await until(
      async () =>
        (await shared.query('select attempts from background_job')).some(
          (job) => (job as { attempts: number }).attempts === 2,
        ),
      'the second attempt',
    );
    await until(async () => (await show(href)).progress !== null, 'the second attempt to go on');
    await ask('DELETE', href);
    await until(async () => (await show(href)).endedAt !== null, 'the end of the run');
    const run = await show(href);
    expect(['cancelled', 'done']).toContain(run.status);
    expect(run.proposal.moves.length).toBeGreaterThan(0);
    expect(await planned()).toEqual([]);
  });

  test('a worker that gets a signal to stop ends its run, which continues on another worker', async () => {
    const first = await startWorker();
    const href = await startRun();
    await until(async () => (await show(href)).progress !== null, 'the run to go on');
    first.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    await startWorker();
    await ask('DELETE', href);
    await until(async () => (await show(href)).endedAt !== null, 'the end of the run');
    expect((await show(href)).status).toBe('cancelled');
  });

  test('a mail goes out at once, however many runs are under way and wait', async () => {
    await startWorker();
    const runs = [await startRun(), await startRun(), await startRun(), await startRun(), await startRun()];
    await until(async () => (await show(runs[1] as string)).status === 'running', 'two runs to go on');
    // A setup package causes two jobs, and the second of them is a mail.
    const sent = await ask('POST', '/import/setup', { owner: 'anna@example.com', profiles: [{ code: 'PLANNER' }] });
    expect(sent.status, JSON.stringify(sent.body)).toBe(202);
    await until(
      async () => (await ask('GET', '/jobs?kind=mail&limit=1')).body[0]?.status === 'done',
      'the mail to be sent',
    );
    for (const href of runs) expect((await show(href)).endedAt).toBeNull();
    expect((await Promise.all(runs.map(show))).filter(({ status }) => status === 'running')).toHaveLength(2);
    for (const href of runs) await ask('DELETE', href);
    await until(async () => (await Promise.all(runs.map(show))).every(({ endedAt }) => endedAt !== null), 'their end');
  });

  test('requests are answered while a run goes on', async () => {
    const alone = await (await place()).start({ DATABASE_URL: shared.url, OPTIMIZER_THREADS: '1' });
    const href = await startRun({ maxSeconds: 3 });
    const took: number[] = [];
    while ((await show(href)).endedAt === null) {
      const began = performance.now();
      expect((await request(alone.address, {}, '/health/live')).status).toBe(200);
      took.push(performance.now() - began);
    }
    took.sort((a, b) => a - b);
    const at = (share: number): string =>
      `${took[Math.min(took.length - 1, Math.floor(share * took.length))]?.toFixed(1)} ms`;
    process.stderr.write(`\n/health/live during a run: p50 ${at(0.5)}, p99 ${at(0.99)} of ${took.length}\n`);
    expect(took.length).toBeGreaterThan(0);
  });

  test('two proposals that are applied at once on two nodes book nobody twice and no task twice', async () => {
    await startWorker();
    const hrefs = [];
    for (let seed = 1; seed <= 4; seed++) hrefs.push(await startRun({ seed, iterations: 200 * seed }));
    for (const href of hrefs) await until(async () => (await show(href)).endedAt !== null, 'the end of the runs');
    const answers = await Promise.all(
      hrefs.map((href, i) => request((i % 2 ? other : api).address, api.key, `${href}/apply`, {})),
    );
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
    const applied = answers.flatMap(({ body }) => body.applied);
    const stored = await planned();
    expect(stored).toHaveLength(applied.length);
    expect(stored.length).toBeGreaterThan(0);
    expect(new Set(stored.map(({ task_id }) => task_id)).size).toBe(stored.length);
    for (const one of stored)
      for (const another of stored)
        if (one !== another && one.resource_no === another.resource_no)
          expect(one.end <= another.start || another.end <= one.start, JSON.stringify([one, another])).toBe(true);
    // Applied again, they do nothing.
    for (const href of hrefs) expect((await ask('POST', `${href}/apply`, {})).body.applied).toEqual([]);
    expect(await planned()).toEqual(stored);
  });
});
