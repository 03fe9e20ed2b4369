import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCall, aJob, changeLog, Place, type Process, repository, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const key = 'the key of the outbound tests';
const password = 'connector-password-that-nobody-may-read';
const APPOINTMENTS = 12;
const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let place: Place;
let shared: SharedDatabase;
beforeAll(async () => {
  place = await Place.make();
  shared = await SharedDatabase.make();
});
afterAll(async () => {
  await place.remove();
  await shared.remove();
});

const startService = (): Promise<Service> =>
  place.start({
    DATABASE_URL: shared.url,
    BOOTSTRAP_API_KEY: key,
    OUTBOUND_ALLOW_PRIVATE: 'true',
    OUTBOUND_TIMEOUT_MS: '1000',
    LOG_LEVEL: 'trace',
  });

interface Receiver extends Process {
  readonly port: string;
}

async function startReceiver(port: string, file: string, share: number): Promise<Receiver> {
  const script = path.join(repository, 'test', 'process', 'flaky-receiver.mjs');
  const started = place.spawn([process.execPath, script, port, file, String(share)]);
  const [, taken = ''] = await started.says(/listening on (\d+)\./);
  return { ...started, port: taken };
}

interface Line {
  readonly id: string;
  readonly record: number;
  readonly change: number;
  readonly subject: string;
  readonly bytes: string;
}

/** What a receiver has got, in the order in which it came. A line that was being written when it was killed is none. */
const linesOf = async (file: string): Promise<Line[]> =>
  (await readFile(file, 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));

const anAppointment = (n: number, subject: string) =>
  aCall('mboc_upsertAppointment', {
    SourceApp: 'ERP',
    SourceType: 'SERVICE',
    JobNo: 'J',
    TaskNo: 'T',
    AppointmentGuid: guidOf(n),
    Subject: subject,
    Start: '2026-06-01T10:00',
    End: '2026-06-01T12:00',
  });

test('every change arrives, in order per appointment and under one id, though the receiver fails and both it and the service are killed', async () => {
  const files = { flaky: path.join(place.home, 'flaky'), steady: path.join(place.home, 'steady') };
  let service = await startService();
  const services = [service];
  let flaky = await startReceiver('0', files.flaky, 0.25);
  const steady = await startReceiver('0', files.steady, 0);
  const connector = (name: string, port: string) =>
    aCall('mboc_upsertConnector', {
      SourceApp: 'ERP',
      Name: name,
      WebServiceAddress: `http://127.0.0.1:${port}/`,
      AuthType: 1,
      Login: 'svc',
      Password: password,
    });
  const first = await request(service.address, key, '/import', [
    connector('flaky', flaky.port),
    connector('steady', steady.port),
    // Nobody ever listens there, and nobody waits for it.
    connector('dead', '9'),
    aJob('J'),
    aCall('mboc_upsertTask', {
      SourceApp: 'ERP',
      SourceType: 'SERVICE',
      JobNo: 'J',
      TaskNo: 'T',
      ShortDescription: 'T',
    }),
    ...Array.from({ length: APPOINTMENTS }, (_, n) => anAppointment(n, 'first')),
  ]);
  expect(first.status, JSON.stringify(first.body)).toBe(200);

  let writing = true;
  let written = 0;
  const writer = async (lane: number): Promise<void> => {
    for (let n = 0; writing; n++) {
      const calls = [0, 1, 2].map((at) => anAppointment((n + at * 5 + lane) % APPOINTMENTS, `lane ${lane}, ${n}`));
      const answer = await request(service.address, key, '/import', calls).catch(() => undefined);
      if (answer?.status === 200) written++;
      await delay(15);
    }
  };
  const writers = [writer(0), writer(1)];

  const restartService = async (): Promise<void> => {
    service.kill('SIGKILL');
    await service.ended;
    service = await startService();
    services.push(service);
  };
  const moreWrites = async (count: number): Promise<void> => {
    const enough = written + count;
    await until(() => written >= enough, 'the writers');
  };
  await moreWrites(15);
  flaky.kill('SIGKILL');
  await flaky.ended;
  await moreWrites(5);
  await restartService();
  flaky = await startReceiver(flaky.port, files.flaky, 0.25);
  await moreWrites(15);
  await restartService();
  await moreWrites(5);
  flaky.kill('SIGKILL');
  await flaky.ended;
  flaky = await startReceiver(flaky.port, files.flaky, 0.1);
  await restartService();
  await moreWrites(10);
  writing = false;
  await Promise.all(writers);

  // One delivery for each appointment of each write: the number of a write is that of its last change.
  const log = await changeLog(service.address, key);
  const lastOf = new Map<string, number>();
  for (const { requestId, number } of log) lastOf.set(requestId, Math.max(number, lastOf.get(requestId) ?? 0));
  const ofAppointments = log.filter(({ entity }) => entity === 'Appointment') as unknown as {
    id: number;
    requestId: string;
  }[];
  const expected = new Set(ofAppointments.map(({ id, requestId }) => `${id} ${lastOf.get(requestId)}`));
  expect(expected.size).toBeGreaterThan(100);

  for (const [name, file] of Object.entries(files)) {
    const pairs = async () => new Set((await linesOf(file)).map(({ record, change }) => `${record} ${change}`));
    await until(async () => (await pairs()).size >= expected.size, `all deliveries to the ${name} one`, 90);
    expect([...(await pairs())].sort()).toEqual([...expected].sort());
    const lines = await linesOf(file);
    const texts = new Map<string, string>();
    const ids = new Map<string, string>();
    const newest = new Map<number, number>();
    for (const { id, record, change, bytes } of lines) {
      expect(texts.get(id) ?? bytes, 'another body under the same id').toBe(bytes);
      expect(ids.get(`${record} ${change}`) ?? id, 'another id for the same change').toBe(id);
      if (!texts.has(id)) expect(change, 'an older change after a newer one').toBeGreaterThan(newest.get(record) ?? 0);
      texts.set(id, bytes);
      ids.set(`${record} ${change}`, id);
      newest.set(record, Math.max(change, newest.get(record) ?? 0));
    }
  }
  expect((await linesOf(files.flaky)).length, 'nothing was ever sent twice: this test tests nothing').toBeGreaterThan(
    expected.size,
  );

  const { body: connectors } = await request(service.address, key, '/connector');
  const dead = connectors.find((each: { name: string }) => each.name === 'dead');
  const { body: state } = await request(service.address, key, `/connector/${dead.id}/sending`);
  expect(state).toMatchObject({ waiting: expected.size, dead: 0 });
  expect(state.failures).toBeGreaterThan(0);
  expect((await request(service.address, key, `/connector/${dead.id}/secret`, {})).body.secret).toMatch(/^whsec_/);
  service.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  const said = services.map((each) => each.stdout() + each.stderr()).join('');
  expect(said).toContain('receiver failing, retrying');
  for (const secret of [password, Buffer.from(`svc:${password}`).toString('base64'), 'whsec_'])
    expect(said).not.toContain(secret);
});

test('two nodes send every delivery once, and one goes on where the other was killed', async () => {
  const file = path.join(place.home, 'nodes');
  const receiver = await startReceiver('0', file, 0);
  const nodes = [await startService(), await startService()] as const;
  await request(nodes[0].address, key, '/import', [
    aCall('mboc_deleteConnector', { SourceApp: 'ERP' }),
    aCall('mboc_upsertConnector', {
      SourceApp: 'ERP',
      Name: 'nodes',
      WebServiceAddress: `http://127.0.0.1:${receiver.port}/`,
    }),
  ]);
  const write = async (from: number, till: number): Promise<void> => {
    for (let n = from; n < till; n++) {
      const answer = await request(nodes[1].address, key, '/import', [anAppointment(n % APPOINTMENTS, `node ${n}`)]);
      expect(answer.status).toBe(200);
    }
  };
  await write(0, 30);
  await until(async () => (await linesOf(file)).length >= 30, 'the first deliveries');
  expect((await linesOf(file)).map(({ id }) => id)).toHaveLength(
    new Set((await linesOf(file)).map(({ id }) => id)).size,
  );
  nodes[0].kill('SIGKILL');
  await nodes[0].ended;
  await write(30, 50);
  const seen = async () => new Set((await linesOf(file)).map(({ id }) => id)).size;
  await until(async () => (await seen()) === 50, 'the deliveries of the other node');
  nodes[1].kill('SIGTERM');
  await nodes[1].ended;
});
