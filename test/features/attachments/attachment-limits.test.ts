import { afterAll, beforeAll, expect, test } from 'vitest';
import { nightlyJobs } from '../../../src/background-work.ts';
import { nightOf } from '../../../src/domain/night.ts';
import { runNight } from '../../../src/features/nightly/run-night.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { aCall, type Client, startService, type TestService, type TestTenant } from '../../support/service.ts';
import { png, upload } from './files.ts';

const QUOTA = 1000;
const source = { sourceApp: 'ERP', sourceType: 'S' };
const task = { ...source, jobNo: 'J1', taskNo: 'T1' };

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await startService({ attachmentQuota: QUOTA });
  tenant = await service.tenant();
  await tenant.client.import([
    aCall('mboc_upsertJob', { ...source, JobNo: 'J1', ShortDescription: 'Pump' }),
    aCall('mboc_upsertTask', { ...task, ShortDescription: 'T' }),
    aCall('mboc_upsertResource', { ResourceNo: 'ANNA', TeamName: 'South' }),
    aCall('mboc_upsertResource', { ResourceNo: 'BEN', TeamName: 'North' }),
  ]);
});
afterAll(() => service.close());

const sendWhole = async (client: Client, bytes: Buffer, owner: Readonly<Record<string, unknown>>) => {
  const body = upload(bytes, owner);
  await client.post('/attachment', body);
  const answer = await client.put(`/attachment/${body.attachmentGuid}/content?offset=0`, bytes);
  expect(answer.body?.state, answer.text).toBe('complete');
  return body.attachmentGuid;
};
const used = async () => {
  const [row] = await service.deps.db.query<{ used: number; rows: number }>(
    `select bytes as used, (select count(*) from attachment_chunk where tenant_id = $1) as rows from attachment_usage where tenant_id = $1`,
    [tenant.tenant.id],
  );
  return row;
};
const removeAll = async (guids: readonly string[]) => {
  for (const guid of guids) expect((await tenant.client.del(`/attachment/${guid}`, undefined)).status).toBe(200);
};

test('the quota holds for uploads that begin at the same time, and is free again after deletes', async () => {
  const bodies = Array.from({ length: 12 }, () => upload(png(150), task));
  const answers = await Promise.all(bodies.map((body) => tenant.client.post('/attachment', body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(200), ...Array(6).fill(409)]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    Code: 'APP039',
    Description: expect.stringMatching(/^Quota attachments: .*ATTACHMENT_QUOTA_MB/),
  });
  expect(await used()).toEqual({ used: 900, rows: 0 });
  // A repeated request takes nothing more.
  const begun = bodies.filter((_, at) => answers[at]?.status === 200);
  expect((await tenant.client.post('/attachment', begun[0])).status).toBe(200);
  await removeAll(begun.map(({ attachmentGuid }) => attachmentGuid));
  expect(await used()).toEqual({ used: 0, rows: 0 });
  expect((await (await service.tenant()).client.get('/attachment?resourceNo=ANNA')).status).toBe(404);
});

test('data filters hide attachments of hidden appointments, tasks and resources, also in the log', async () => {
  const numbers: Record<string, string> = {};
  for (const resourceNo of ['ANNA', 'BEN']) {
    const times = { start: '2026-06-01T08:00', end: '2026-06-01T10:00' };
    const made = await tenant.client.post('/appointment', { ...task, ...times, resourceNo });
    numbers[resourceNo] = (await tenant.client.get(`/appointment/${made.body.results[0].id}?by=id`)).body.appointmentNo;
  }
  const seen = [
    await sendWhole(tenant.client, png(), { appointmentNo: numbers['ANNA'] }),
    await sendWhole(tenant.client, png(), { resourceNo: 'ANNA' }),
  ];
  const hidden = [
    await sendWhole(tenant.client, png(), { appointmentNo: numbers['BEN'] }),
    await sendWhole(tenant.client, png(), { resourceNo: 'BEN' }),
  ];
  const person = await aLimitedPerson(service, tenant, 'planner', { teams: ['South'] });
  const log = (await person.client.get('/changes?entity=Attachment&limit=1000')).text;
  for (const guid of seen) {
    expect((await person.client.get(`/attachment/${guid}/content`)).status).toBe(200);
    expect(log).toContain(guid);
  }
  const unfinished = upload(png(), { resourceNo: 'BEN' });
  expect((await person.client.post('/attachment', unfinished)).status).toBe(404);
  expect((await person.client.get('/attachment?resourceNo=BEN')).status).toBe(404);
  expect((await person.client.get(`/attachment?${new URLSearchParams(task)}`)).body).toHaveLength(1);
  for (const guid of hidden) {
    expect((await person.client.get(`/attachment/${guid}`)).status).toBe(404);
    expect((await person.client.get(`/attachment/${guid}/content`)).status).toBe(404);
    expect((await person.client.put(`/attachment/${guid}/content?offset=0`, png())).status).toBe(404);
    expect((await person.client.del(`/attachment/${guid}`, undefined)).status).toBe(404);
    expect(log).not.toContain(guid);
  }
  await removeAll([...seen, ...hidden]);
});

test('the nightly work deletes unfinished uploads after a day, and orphans after 90 days', async () => {
  const night = async (now: string) => {
    service.setNow(now);
    const { done } = await runNight(
      service.deps,
      nightlyJobs,
      nightOf(Date.parse(now), 120),
      new AbortController().signal,
      true,
    );
    service.setNow(undefined);
    return done.get('forget attachments');
  };
  const after = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const own = { ...source, jobNo: 'J2', taskNo: 'T1' };
  await tenant.client.import([
    aCall('mboc_upsertJob', { ...source, JobNo: 'J2', ShortDescription: 'Pump' }),
    aCall('mboc_upsertTask', { ...own, ShortDescription: 'T' }),
  ]);
  const kept = await sendWhole(tenant.client, png(), task);
  const orphan = await sendWhole(tenant.client, png(), own);
  const unfinished = upload(png(), task);
  await tenant.client.post('/attachment', unfinished);
  expect(await night(after(0.5))).toEqual({ unfinished: 0, orphaned: 0 });
  expect(await night(after(1.1))).toEqual({ unfinished: 1, orphaned: 0 });
  expect(await used()).toEqual({ used: 200, rows: 2 });
  expect((await tenant.client.del('/job', { ...source, jobNo: 'J2' })).status).toBe(200);
  expect(await night(after(2))).toEqual({ unfinished: 0, orphaned: 0 });
  expect((await tenant.client.get(`/attachment/${orphan}`)).body.owner.exists).toBe(false);
  expect(await night(after(91))).toEqual({ unfinished: 0, orphaned: 0 });
  expect(await night(after(93))).toEqual({ unfinished: 0, orphaned: 1 });
  expect((await tenant.client.get(`/attachment/${orphan}`)).status).toBe(404);
  expect((await tenant.client.get(`/attachment/${kept}`)).status).toBe(200);
  expect(await used()).toEqual({ used: 100, rows: 1 });
  await removeAll([kept]);
});

test('the removal of the demo takes its attachments along', async () => {
  const demo = await service.tenant();
  await demo.client.send('POST', '/demo');
  await service.work();
  const [job] = (await demo.client.get('/task?limit=1')).body;
  const { sourceApp, sourceType, jobNo, taskNo } = job;
  const guid = await sendWhole(demo.client, png(), { sourceApp, sourceType, jobNo, taskNo });
  expect((await demo.client.get(`/attachment/${guid}`)).status).toBe(200);
  expect((await demo.client.send('DELETE', '/demo')).status).toBe(202);
  await service.work();
  expect((await demo.client.get(`/attachment/${guid}`)).status).toBe(404);
});
