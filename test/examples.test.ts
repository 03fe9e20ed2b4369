import { spawn } from 'node:child_process';
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
  return { ended, says, stop: () => child.kill() };
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

test('without a key the examples say what is missing', async () => {
  for (const name of [
    'import-a-job',
    'follow-changes',
    'watch-live',
    'receive-deliveries',
    'pull-changes',
    'optimize-a-day',
  ])
    expect(await start(name, '').ended).toEqual({
      code: 1,
      output: 'Set OPENSLOT_API_KEY to an API key of your tenant.\n',
    });
});
