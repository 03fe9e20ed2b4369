import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueueMails } from '../../../src/platform/mail/mail.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { sharedService, startService, type TestService, type TestTenant } from '../../support/service.ts';

let server: MailServer;
let service: TestService;
let admin: TestTenant;
beforeAll(async () => {
  server = await startMailServer();
  service = await startService({ smtpUrl: server.url });
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(async () => {
  admin = await service.tenant();
  server.mails.length = 0;
});

/** A mail whose cause is stored, or not. */
const post = (to: string, stored = true): Promise<number> =>
  service.deps.db.transaction(async (tx) => {
    const [id = 0] = await enqueueMails(tx, { tenantId: admin.tenant.id, requestId: 'r-1' }, [
      { to, subject: 'Grüße', text: 'Line one.\nLine two.' },
    ]);
    return { commit: stored, value: id };
  });
const job = async (id: number) => (await admin.client.get(`/jobs/${id}`)).body;
const idOf = (text: string): string | undefined => /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim();

describe('a mail', () => {
  test('is delivered with the credentials of the address, and its job says how', async () => {
    const id = await post('ben@example.com');
    expect(await job(id)).toMatchObject({ kind: 'mail', status: 'queued', attempts: 0, requestId: 'r-1' });
    await service.work();
    expect(server.mails).toMatchObject([{ to: 'ben@example.com', user: 'anna' }]);
    expect(server.mails[0]?.text).toContain('Line one.');
    expect(await job(id)).toMatchObject({
      status: 'done',
      attempts: 1,
      error: null,
      about: 'Mail to ben@example.com: Grüße',
      result: { to: 'ben@example.com', by: 'smtp', messageId: idOf(server.mails[0]!.text) },
    });
  });

  test('is not sent when what caused it was taken back', async () => {
    await post('ben@example.com', false);
    await service.work();
    expect(server.mails).toEqual([]);
  });

  test('that is refused for the moment waits, goes out later, and carries the same Message-ID each time', async () => {
    server.answerNext(451, 421);
    const id = await post('busy@example.com');
    await service.work();
    const waiting = await job(id);
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1, error: expect.stringContaining('no mail for') });
    expect(Date.parse(waiting.runAt)).toBeGreaterThan(Date.parse(waiting.updatedAt));
    // Not due yet: another look does not try again.
    await service.work();
    expect(await job(id)).toMatchObject({ attempts: 1 });
    await service.work('all');
    expect(await job(id)).toMatchObject({ status: 'queued', attempts: 2 });
    await service.work('all');
    expect(await job(id)).toMatchObject({ status: 'done', attempts: 3, error: null });
    expect(server.mails).toHaveLength(1);
    expect(idOf(server.mails[0]!.text)).toBe((await job(id)).result.messageId);
  });

  test('that is refused for good is given up at once, is seen in GET /jobs, and can be tried again', async () => {
    server.answerNext(550);
    const id = await post('nobody@example.com');
    await service.work();
    const failed = await admin.client.get('/jobs?status=failed&kind=mail');
    expect(failed.headers.get('x-total-count')).toBe('1');
    expect(failed.body).toMatchObject([{ id, attempts: 1, error: expect.stringMatching(/550/) }]);
    expect(failed.text).not.toContain('Line one');
    await service.work('all');
    expect(server.mails).toEqual([]);

    const retried = await admin.client.send('POST', `/jobs/${id}/retry`);
    expect(retried.body).toMatchObject({ id, status: 'queued', attempts: 0 });
    await service.work();
    expect(await job(id)).toMatchObject({ status: 'done' });
    expect(server.mails).toHaveLength(1);
  });

  test('is given up after its last attempt', async () => {
    server.answerNext(451, 451);
    const id = await post('busy@example.com');
    await service.deps.db.query('update graphile_worker._private_jobs set max_attempts = 2');
    await service.work();
    await service.work('all');
    expect(await job(id)).toMatchObject({ status: 'failed', attempts: 2 });
    const left = await service.deps.db.query('select from graphile_worker._private_jobs');
    expect(left).toEqual([]);
  });
});

test('a job that the queue has lost is found again', async () => {
  const id = await post('ben@example.com');
  await service.deps.db.query('delete from graphile_worker._private_jobs');
  await service.work();
  expect(await job(id)).toMatchObject({ status: 'done' });
  expect(server.mails).toHaveLength(1);
});

test('a job that has not failed is not tried again, and says what it does', async () => {
  const id = await post('ben@example.com');
  const queued = await admin.client.send('POST', `/jobs/${id}/retry`);
  expect([queued.status, queued.body.Code]).toEqual([409, 'APP021']);
  expect(queued.text).toContain('queued');
  await service.work();
  const done = await admin.client.send('POST', `/jobs/${id}/retry`);
  expect([done.status, done.body.Code]).toEqual([409, 'APP021']);
  expect((await admin.client.send('POST', '/jobs/999999/retry')).status).toBe(404);
  expect((await admin.client.send('POST', '/jobs/x/retry')).status).toBe(404);
});

test('jobs are listed in pages, the newest first, and only to their own tenant', async () => {
  const ids = [];
  for (let n = 0; n < 5; n++) ids.push(await post(`${n}@example.com`));
  const page = await admin.client.get('/jobs?limit=2&page=2');
  expect(page.headers.get('x-total-count')).toBe('5');
  expect(page.body.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1]]);
  for (const query of ['limit=0', 'limit=1001', 'page=x', 'status=lost', 'kind=%00', 'kind=a&kind=b'])
    expect((await admin.client.get(`/jobs?${query}`)).status, query).toBe(400);
  const other = await service.tenant();
  expect((await other.client.get('/jobs')).body).toEqual([]);
  expect((await other.client.get(`/jobs/${ids[0]}`)).status).toBe(404);
  expect((await other.client.send('POST', `/jobs/${ids[0]}/retry`)).status).toBe(404);
  await service.work();
});

test('without a mail server a mail is a file that mail programs open', async () => {
  const own = await sharedService();
  try {
    const { tenant, client } = await own.tenant();
    await own.deps.db.transaction(async (tx) => ({
      commit: true,
      value: await enqueueMails(tx, { tenantId: tenant.id, requestId: 'r-1' }, [
        { to: 'ben@example.com', subject: 'Hello', text: 'Line one.' },
      ]),
    }));
    await own.work();
    const [mail, ...more] = await own.mails();
    expect(more).toEqual([]);
    expect(mail).toMatch(/^To: ben@example\.com\r$/m);
    expect(mail).toMatch(/^Subject: Hello\r$/m);
    expect((await client.get('/jobs')).body).toMatchObject([{ status: 'done', result: { by: 'file' } }]);
  } finally {
    await own.close();
  }
});
