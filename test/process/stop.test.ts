import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { preparedPlace } from './prepared-place.ts';
import {
  type Answer,
  changeLog,
  cli,
  jobs,
  jobsPerBatch,
  loudly,
  onLinux,
  type Place,
  type Process,
  request,
  type Service,
  until,
} from './process.ts';

const key = 'the key of the stop tests';

let place: Place;
beforeEach(async () => {
  place = await preparedPlace();
});
afterEach(() => place.remove());

const agent = new http.Agent({ keepAlive: true });
afterAll(() => agent.destroy());

interface Sent {
  readonly id: string;
  readonly request: http.ClientRequest;
  readonly answer: Promise<Answer>;
  isAnswered(): boolean;
}

/** As an ERP does it: over connections that it keeps open. The end of the body is the test's own affair. */
function send(service: Service, method: string, url: string): Sent {
  const id = randomUUID();
  const headers = { 'x-api-key': key, 'x-request-id': id, 'content-type': 'application/json' };
  const sent = http.request(`${service.address}${url}`, { method, agent, headers });
  let answered = false;
  const answer = once(sent, 'response').then(async ([response]: http.IncomingMessage[]) => {
    let text = '';
    for await (const part of response!) text += part;
    answered = true;
    return { status: response!.statusCode ?? 0, body: JSON.parse(text) };
  });
  answer.catch(() => {});
  return { id, request: sent, answer, isAnswered: () => answered };
}

/** The service has begun with it. */
const arrived = (service: Process, { id }: Sent) => service.says(new RegExp(`"reqId":"${id}"`));

async function waitsForNews(service: Service): Promise<Sent> {
  const { body } = await request(service.address, key, '/changes?limit=1');
  const poll = send(service, 'GET', `/changes?wait=30&after=${body.last}`);
  poll.request.end();
  await arrived(service, poll);
  return poll;
}

async function expectDrained(service: Service, signal: () => void): Promise<void> {
  const poll = await waitsForNews(service);
  const long = send(service, 'POST', '/import');
  long.request.end(JSON.stringify(jobs('long', 10_000)));
  await arrived(service, long);
  const arriving = send(service, 'POST', '/import');
  const body = JSON.stringify(jobs('arriving', 10));
  arriving.request.write(body.slice(0, 200));
  await arrived(service, arriving);
  expect(poll.isAnswered()).toBe(false);

  signal();
  await service.says(/"msg":"stopping"/);
  arriving.request.end(body.slice(200));
  expect(await long.answer).toMatchObject({ status: 200, body: { success: true, counts: { created: 10_000 } } });
  expect(await arriving.answer).toMatchObject({ status: 200, body: { success: true, counts: { created: 10 } } });
  expect((await poll.answer).status).toBe(200);
  // Service managers kill a service that has not ended after half a minute.
  const ended = await Promise.race([service.ended, delay(40_000, 'waits for connections that have nothing to ask')]);
  expect(ended).toEqual({ code: 0, signal: null });
  expect(service.stderr()).toBe('');
}

async function expectCleanNextStart(): Promise<void> {
  expect(await place.postgresProcesses()).toEqual([]);
  await expect(access(path.join(place.dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  const next = await place.start();
  expect(next.stdout()).not.toMatch(/"level":[456]0/);
  expect(await jobsPerBatch(next.address, key)).toEqual(
    new Map([
      ['long', 10_000],
      ['arriving', 10],
    ]),
  );
  const log = await changeLog(next.address, key);
  expect(log.findIndex(({ number }, i) => number !== i + 1)).toBe(-1);
}

describe('a service that gets a signal to stop answers running requests, ends with 0 and leaves nothing running', () => {
  test('by SIGTERM', async () => {
    const service = await place.start({ BOOTSTRAP_API_KEY: key });
    await expectDrained(service, () => service.kill('SIGTERM'));
    await expectCleanNextStart();
  });

  test('by Ctrl-C, which goes to all programs of the terminal', async () => {
    const service = await place.start({ BOOTSTRAP_API_KEY: key }, { detached: true });
    await expectDrained(service, () => process.kill(-service.pid, 'SIGINT'));
    await expectCleanNextStart();
  });

  // npm passes on what the terminal has sent to the service already, a moment later. It is not a person who insists.
  test('by a Ctrl-C that arrives twice, as it does under npm start', async () => {
    const service = await place.start({ BOOTSTRAP_API_KEY: key });
    const arriving = send(service, 'POST', '/import');
    const body = JSON.stringify(jobs('arriving', 10));
    arriving.request.write(body.slice(0, 200));
    await arrived(service, arriving);
    service.kill('SIGINT');
    await service.says(/"msg":"stopping"/);
    service.kill('SIGINT');
    await delay(200);
    arriving.request.end(body.slice(200));
    expect(await arriving.answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(await place.postgresProcesses()).toEqual([]);
  });
});

describe.runIf(loudly(onLinux, 'signals during the start, which need /proc'))('a start', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('that is broken off by %s leaves no PostgreSQL running', async (signal) => {
    const starting = place.spawn([process.execPath, cli, 'serve']);
    await until(async () => (await place.postgresProcesses()).length > 0, 'PostgreSQL to start');
    starting.kill(signal);
    await starting.ended;
    await until(async () => (await place.postgresProcesses()).length === 0, 'PostgreSQL to end', 10);
  });
});

describe('a second service on the same data folder', () => {
  test('says who uses it and ends with 1, and the first goes on', async () => {
    const first = await place.start({ BOOTSTRAP_API_KEY: key });
    const second = await place.run(['serve']);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`Another Openslot (pid ${first.pid}) is already using ${place.dataDir}`);
    expect(second.stderr).not.toMatch(/^ +at /m);
    const { status } = await request(first.address, key, '/import', jobs('after', 1));
    expect(status).toBe(200);
  });
});
