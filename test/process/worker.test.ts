import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enqueueMails } from '../../src/platform/mail/mail.ts';
import { Database } from '../../src/platform/postgres/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { cli, type Environment, Place, type Process, request, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

describe('workers of one database', () => {
  let shared: SharedDatabase;
  let server: MailServer;
  let place: Place;
  beforeEach(async () => {
    shared = await SharedDatabase.make();
    server = await startMailServer();
    place = await Place.make();
  });
  afterEach(async () => {
    server.release();
    await place.remove();
    await server.close();
    await shared.remove();
  });

  const env = (roles: string): Environment => ({ DATABASE_URL: shared.url, SMTP_URL: server.url, ROLES: roles });
  async function startWorker(): Promise<Process> {
    const worker = place.spawn([process.execPath, cli, 'serve'], env('worker'));
    await worker.says(/Openslot is running\./);
    return worker;
  }
  async function post(...to: string[]): Promise<void> {
    const db = new Database({ connection: shared.url, connections: 1 });
    await db.transaction(async (tx) => {
      const letters = to.map((each) => ({ to: each, subject: 'Hello', text: 'Hello.' }));
      return { commit: true, value: await enqueueMails(tx, { tenantId: 1, requestId: 'r-1' }, letters) };
    });
    await db.close();
  }
  const jobs = () => shared.query('select status, attempts, error from background_job order by id');
  const allDone = () => until(async () => (await jobs()).every((job) => (job as { status: string }).status === 'done'));

  test('one that is killed with -9 leaves its job to another, which does it soon and once', async () => {
    const first = await startWorker();
    const held = server.holdNext();
    await post('ben@example.com');
    await held;
    const second = await startWorker();
    first.kill('SIGKILL');
    await first.ended;
    server.release();
    await allDone();
    expect(await jobs()).toEqual([{ status: 'done', attempts: 2, error: null }]);
    expect(server.mails.map(({ to }) => to)).toEqual(['ben@example.com']);
    expect(second.stdout()).toContain('dead workers found');
    for (const worker of [first, second]) expect(worker.stdout() + worker.stderr()).not.toMatch(/p%40ss|p@ss|anna:/);
  });

  test('one that is killed on every attempt does not go on for ever: the job is given up and says so', async () => {
    const first = await startWorker();
    const held = server.holdNext();
    await post('ben@example.com');
    await held;
    await shared.query('update graphile_worker._private_jobs set max_attempts = 1');
    first.kill('SIGKILL');
    await first.ended;
    await startWorker();
    await until(async () => ((await jobs())[0] as { status: string }).status === 'failed', 'the end of it');
    expect(await jobs()).toEqual([
      { status: 'failed', attempts: 1, error: expect.stringContaining('The worker ended while it did this') },
    ]);
    expect(await shared.query('select from graphile_worker._private_jobs')).toEqual([]);
  });

  test('one that is asked to stop ends the job that it is doing first, and takes no other', async () => {
    const worker = await startWorker();
    const held = server.holdNext();
    await post('ben@example.com');
    await held;
    worker.kill('SIGTERM');
    await worker.says(/"msg":"stopping"/);
    await post('late@example.com');
    server.release();
    expect(await worker.ended).toEqual({ code: 0, signal: null });
    expect(server.mails.map(({ to }) => to)).toEqual(['ben@example.com']);
    expect(await jobs()).toMatchObject([{ status: 'done' }, { status: 'queued', attempts: 0 }]);
  });

  test('two share the work, and a node for requests alone does none of it', async () => {
    const api = await place.start(env('api'));
    const to = Array.from({ length: 30 }, (_, n) => `${n}@example.com`);
    await post(...to);
    const shown = await request(api.address, api.key, '/jobs?status=queued');
    expect(shown.body).toHaveLength(30);
    expect(server.mails).toEqual([]);
    await Promise.all([startWorker(), startWorker()]);
    await allDone();
    expect(server.mails.map((mail) => mail.to).sort()).toEqual(to.sort());
  });
});

test('a process of both roles does its own work; without SMTP_URL mails are files, and the log says so', async () => {
  const shared = await SharedDatabase.make();
  const place = await Place.make();
  try {
    const node = await place.start({ DATABASE_URL: shared.url });
    await node.says(/writing mail to files/);
    const db = new Database({ connection: shared.url, connections: 1 });
    await db.transaction(async (tx) => ({
      commit: true,
      value: await enqueueMails(tx, { tenantId: 1, requestId: 'r-1' }, [
        { to: 'ben@example.com', subject: 'Hello', text: 'Hello.' },
      ]),
    }));
    await db.close();
    await until(async () => (await request(node.address, node.key, '/jobs')).body[0].status === 'done');
    const { body } = await request(node.address, node.key, '/jobs');
    expect(body[0].result).toMatchObject({ by: 'file', to: 'ben@example.com' });
  } finally {
    await place.remove();
    await shared.remove();
  }
});
