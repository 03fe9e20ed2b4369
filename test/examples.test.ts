import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverChanges } from '../src/features/connectors/deliver-changes.ts';
import { followChanges } from '../src/records/follow-changes.ts';
import { aJob, aResource, aTask, taskKey } from './records/builders.ts';
import { aCall, startService, type TestService } from './support/service.ts';

let service: TestService;
const stopping = new AbortController();
let following: Promise<void>;
beforeAll(async () => {
  service = await startService({ outbound: { allowPrivate: true } });
  following = followChanges(service.deps, deliverChanges(), stopping.signal);
});
afterAll(async () => {
  stopping.abort();
  await following;
  await service.close();
});

/** An example as a reader would start it, with its output so far. */
function start(name: string, key: string, ...args: string[]) {
  const file = fileURLToPath(new URL(`../examples/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    env: { ...process.env, OPENSLOT_URL: service.baseUrl, OPENSLOT_API_KEY: key },
  });
  let output = '';
  const heard: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const wake of heard.splice(0)) wake();
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  const says = async (text: string): Promise<void> => {
    while (!output.includes(text)) {
      const more = new Promise<'more'>((resolve) => heard.push(() => resolve('more')));
      if ((await Promise.race([more, ended])) !== 'more') throw new Error(`it ended and said only: ${output}`);
    }
  };
  const types = (line: string): void => void child.stdin.write(`${line}\n`);
  return { ended, says, types, stop: () => child.kill() };
}

test('import-a-job sends a job with its task; sent again, nothing changes', async () => {
  const { key } = await service.tenant();
  const first = await start('import-a-job', key).ended;
  expect(first).toEqual({
    code: 0,
    output: `mboc_upsertJob  ERP/SERVICE/J-1001  created
mboc_upsertTask  ERP/SERVICE/J-1001/T-1  created
T-1: Replace the seal, 2 h, version 1
`,
  });
  const second = await start('import-a-job', key).ended;
  expect(second.output.match(/unchanged/g)).toHaveLength(2);
});

test('follow-changes prints the existing records, then changes as they happen', async () => {
  const { key, client } = await service.tenant();
  const follower = start('follow-changes', key, '1');
  try {
    await follower.says('2  ResourceType Resource created by system');
    await client.import([aCall('mboc_upsertTag', { Code: 'URGENT' })]);
    await follower.says('3  Tag URGENT created by key:test');
  } finally {
    follower.stop();
    await follower.ended;
  }
});

test('watch-live prints missed changes, new changes, and pop-ups', async () => {
  const { key, client } = await service.tenant();
  const watcher = start('watch-live', key, '1');
  try {
    await watcher.says('2  ResourceType Resource created');
    await client.import([aCall('mboc_upsertTag', { Code: 'URGENT' })]);
    await watcher.says('3  Tag URGENT created');
    await client.post('/message', { text: 'Lunch' });
    await watcher.says('key:test says: Lunch');
  } finally {
    watcher.stop();
    await watcher.ended;
  }
});

test('optimize-a-day prints a proposal, and applies it on request', async () => {
  const { key, client } = await service.tenant();
  const record = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J', ShortDescription: 'J' };
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const week = new Date(Date.now() + 13 * 86_400_000).toISOString().slice(0, 10);
  await client.import([
    aCall('mboc_upsertResource', { ResourceNo: 'ANNA' }),
    aCall('mboc_upsertJob', record),
    aCall('mboc_upsertTask', { ...record, TaskNo: 'T' }),
    aCall('mboc_upsertTask', { ...record, TaskNo: 'LONG', DurationInSeconds: 86_400 }),
  ]);
  const example = start('optimize-a-day', key, day, week, 'apply');
  const isAsked = async () => (await client.get('/optimization')).body.length > 0;
  while (!(await isAsked())) await new Promise((wake) => setTimeout(wake, 50));
  await service.work();
  const { code, output } = await example.ended;
  expect(code, output).toBe(0);
  expect(output).toMatch(/^1 {2}assign J\/T {2}ANNA {2}\S+ {2}It is served\.$/m);
  expect(output).toMatch(/^- {2}J\/LONG is left: The only resource has no working time that is long enough\.$/m);
  expect(output).toMatch(/^1 applied, 0 refused$/m);
});

const planned = (Subject: string) => [
  aJob('J'),
  aTask('J', 'T'),
  aResource('ANNA'),
  aCall('mboc_upsertAppointment', { ...taskKey('J', 'T'), ResourceNo: 'ANNA', Start: '2026-07-06T09:00', Subject }),
];

test('receive-deliveries registers itself, verifies what it gets, and acknowledges it', async () => {
  const { key, client } = await service.tenant();
  const receiver = start('receive-deliveries', key, '0');
  try {
    await receiver.says('registered as webhook');
    await client.import(planned('Check the pump'));
    await receiver.says('Check the pump');
    await receiver.says('is processed');
  } finally {
    receiver.stop();
    await receiver.ended;
  }
});

test('pull-changes goes on where it stopped', async () => {
  const { key, client } = await service.tenant();
  const calls = planned('Check the pump');
  await client.import(calls);
  const first = start('pull-changes', key);
  try {
    await first.says('/ANNA created');
    await expect.poll(async () => (await client.get('/cursors')).body[0].position).toBeGreaterThan(4);
  } finally {
    first.stop();
    await first.ended;
  }
  await client.import(calls.slice(3));
  const second = start('pull-changes', key);
  try {
    await second.says('/ANNA created');
  } finally {
    second.stop();
    const { output } = await second.ended;
    expect(output.match(/created/g)).toHaveLength(2);
  }
});

test('fake-erp sends orders, takes plans and hours or refuses them, and finds what differs', async () => {
  const { key, client } = await service.tenant();
  const erp = start('fake-erp/main', key, '0');
  const source = { SourceApp: 'ERP', SourceType: 'SERVICE' };
  const written = async (answer: Promise<{ status: number; text: string }>): Promise<void> => {
    const { status, text } = await answer;
    expect(status, text).toBe(200);
  };
  try {
    await erp.says('sent: 7 created, 0 updated, 0 unchanged');
    await erp.says('listening as connector');
    erp.types('send');
    await erp.says('sent: 0 created, 0 updated, 7 unchanged');

    // A planner plans both orders; the second one is closed.
    const [first, second] = [randomUUID(), randomUUID()] as const;
    const planning = (JobNo: string, AppointmentGuid: string) =>
      aCall('mboc_upsertAppointment', {
        ...source,
        ...{ JobNo, TaskNo: '10', AppointmentGuid, Start: '2026-07-06T09:00', ResourceNo: 'ANNA' },
      });
    await written(client.import([planning('SO-1', first), planning('SO-2', second)]));
    await erp.says('planned: SO-1/10 ANNA 2026-07-06T');
    const stateOf = async (guid: string) => {
      const { backOffice, backOfficeMessage } = (await client.get(`/appointment/${guid}`)).body;
      return [backOffice, backOfficeMessage];
    };
    await expect.poll(() => stateOf(first)).toEqual(['processed', null]);
    await expect.poll(() => stateOf(second)).toEqual(['refused', 'Order SO-2 is closed.']);

    // Hours: intake, then the decision of the office.
    const hours = (JobNo: string, ResourceNo: string, count: number) =>
      aCall('mboc_upsertTimeEntry', {
        ...source,
        ...{ JobNo, TaskNo: '10', ResourceNo, Date: '2026-07-06', DurationInSeconds: count * 3600, Status: 1 },
      });
    await written(client.import([hours('SO-1', 'ANNA', 2), hours('SO-1', 'BOB', 11), hours('SO-2', 'ANNA', 1)]));
    const statuses = async () => {
      const { body } = await client.get('/timeEntry?start=2026-07-06&end=2026-07-07');
      return body.map(({ jobNo, resourceNo, status, message }: Record<string, unknown>) =>
        [jobNo, resourceNo, status, message].join(' '),
      );
    };
    const failed = 'SO-2 ANNA 3 Order SO-2 is closed.';
    await expect.poll(async () => (await statuses()).sort()).toEqual(['SO-1 ANNA 2 ', 'SO-1 BOB 2 ', failed]);
    erp.types('decide');
    await erp.says('rejected');
    const decided = ['SO-1 ANNA 4 ', 'SO-1 BOB 5 11 hours are too many.', failed];
    await expect.poll(async () => (await statuses()).sort()).toEqual(decided);

    // A restored backup: one order is gone, one is different, one should not be there.
    const job = (JobNo: string, ShortDescription: string) =>
      aCall('mboc_upsertJob', { ...source, JobNo, ShortDescription });
    const gone = aCall('mboc_deleteAppointment', { ...source, AppointmentGuid: second });
    await written(client.import([gone, job('SO-1', 'Old text'), job('SO-9', 'Unknown')]));
    await erp.says('planned work removed');
    await written(client.import([aCall('mboc_deleteTimeEntry', { ...source, TimeEntryId: await failedEntry() })]));
    await written(client.import([aCall('mboc_deleteJob', { ...source, JobNo: 'SO-2' })]));
    erp.types('reconcile');
    await erp.says('reconciled: 0 same, 1 missing, 1 different, 1 phantom');
    erp.types('reconcile');
    await erp.says('reconciled: 2 same, 0 missing, 0 different, 0 phantom');
    erp.types('quit');
    expect(await erp.ended).toMatchObject({ code: 0 });
  } finally {
    erp.stop();
    await erp.ended;
  }

  async function failedEntry(): Promise<unknown> {
    const { body } = await client.get('/timeEntry?start=2026-07-06&end=2026-07-07&status=3');
    return body[0].timeEntryId;
  }
});

test('without a key the examples say what is missing', async () => {
  for (const name of [
    'import-a-job',
    'follow-changes',
    'watch-live',
    'receive-deliveries',
    'pull-changes',
    'optimize-a-day',
    'fake-erp/main',
  ])
    expect(await start(name, '').ended).toEqual({
      code: 1,
      output: 'Set OPENSLOT_API_KEY to an API key of your tenant.\n',
    });
});
