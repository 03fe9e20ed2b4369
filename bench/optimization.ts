/**
 * What a run costs from the outside: 1,000 open tasks, 50 technicians, 5 days. How long the answer to the request takes, how the best becomes
 * better, what the proposal comes to, how /health answers meanwhile in the same process, the memory of the process, how long it takes to
 * apply everything, and to find places for one more task.
 *
 *     npm run bench:optimization -- [--tasks=1000] [--resources=50] [--seconds=20] [--threads=0]
 *
 * Times are noisy: nothing here fails.
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chanceFrom } from '../src/domain/random.ts';
import { quantile, round, table } from './figures.ts';
import { mondayAfter } from './slot-plan.ts';
import {
  API_KEY,
  cleanUp,
  cleanUpOnSignals,
  probing,
  root,
  startPostgres,
  startService,
  temporaryFolder,
  watchMemory,
} from './support.ts';

const { values: given } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    resources: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
    threads: { type: 'string', default: '0' },
  },
});
const DAY_MS = 86_400_000;
const monday = mondayAfter(Date.now());
const dateOf = (day: number): string => new Date(monday + day * DAY_MS).toISOString().slice(0, 10);
const chance = chanceFrom(7);
const spot = (prefix: string) => ({
  [`${prefix}AddressGeoLat`]: 50.5 + chance.next(),
  [`${prefix}AddressGeoLong`]: 3.5 + 1.5 * chance.next(),
});
const call = (procedure: string, record: Record<string, unknown>) => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(record),
  ParameterValues: Object.values(record),
});
const key = (i: number) => ({ SourceApp: 'BENCH', SourceType: 'S', JobNo: `J${i}` });
const aTask = (i: number) => [
  call('mboc_upsertJob', { ...key(i), ShortDescription: `Job ${i}`, ...spot('Site') }),
  call('mboc_upsertTask', {
    ...key(i),
    TaskNo: 'T',
    ShortDescription: 'T',
    DurationInSeconds: 1800 + 900 * chance.whole(0, 5),
    Importance: chance.whole(0, 2),
  }),
];

async function measure(): Promise<void> {
  const url = await startPostgres();
  const service = await startService(path.resolve(root, 'dist/cli.js'), await temporaryFolder(), {
    DATABASE_URL: url,
    ROLES: 'api,worker',
    OPTIMIZER_THREADS: given.threads,
    RATE_LIMIT: '0',
  });
  // biome-ignore lint/suspicious/noExplicitAny: a bench looks into answers freely
  const send = async (method: string, route: string, body?: unknown): Promise<{ answer: any; ms: number }> => {
    const began = performance.now();
    const response = await fetch(`${service.address}${route}`, {
      method,
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${route}: ${JSON.stringify(answer).slice(0, 500)}`);
    return { answer, ms: performance.now() - began };
  };
  const tasks = Number(given.tasks);
  await send('POST', '/import', [
    ...Array.from({ length: Number(given.resources) }, (_, i) =>
      call('mboc_upsertResource', { ResourceNo: `R${i}`, ...spot('Home') }),
    ),
    ...Array.from({ length: tasks }, (_, i) => aTask(i)).flat(),
  ]);
  const window = { start: dateOf(0), end: dateOf(4) };
  const memory = watchMemory(service.pid);
  let asked = 0;
  let run: Awaited<ReturnType<typeof send>>['answer'];
  const health = await probing(`${service.address}/health/live`, async () => {
    const { answer, ms } = await send('POST', '/optimization/fieldService', {
      ...window,
      maxSeconds: Number(given.seconds),
    });
    asked = ms;
    do {
      await delay(250);
      run = (await send('GET', answer.href)).answer;
    } while (run.endedAt === null);
  });
  const most = await memory.most();
  const { before, after, moves } = run.proposal;
  const applied = await send('POST', `/optimization/${run.id}/apply`, {});
  await send('POST', '/import', aTask(tasks));
  await send('POST', '/optimization/insert', {
    sourceApp: 'BENCH',
    sourceType: 'S',
    jobNo: `J${tasks}`,
    taskNo: 'T',
    ...window,
  });
  const insert = await send('POST', '/optimization/insert', {
    sourceApp: 'BENCH',
    sourceType: 'S',
    jobNo: `J${tasks}`,
    taskNo: 'T',
    ...window,
  });
  console.log(
    table([
      ['what', 'figure'],
      ['answer to the request', `${round(asked)} ms`],
      [
        'stopped by',
        `${run.progress.stoppedBy} after ${run.progress.seconds} s, ${run.progress.iterations} rounds in ${run.progress.threads} threads`,
      ],
      ['first plan', `${run.history[0]?.seconds} s after the threads began, objective ${run.history[0]?.objective}`],
      ['objective', `${round(before.cost)} before, ${round(after.cost)} after`],
      ['served', `${after.served} of ${after.served + after.unassigned}`],
      ['km', `${round(after.km)}`],
      [
        '/health p50, p99',
        `${round(quantile(health.taken, 0.5), 1)} ms, ${round(quantile(health.taken, 0.99), 1)} ms of ${health.taken.length}`,
      ],
      ['memory of the process, at most', `${round(most.highWaterMb)} MB`],
      ['apply', `${applied.answer.applied.length} of ${moves.length} moves in ${round(applied.ms)} ms`],
      ['insert', `${insert.answer.places.length} places in ${round(insert.ms)} ms`],
    ]),
  );
}

cleanUpOnSignals();
try {
  await measure();
} finally {
  await cleanUp();
}
