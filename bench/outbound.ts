/**
 * How fast connectors are told: 10,000 changed appointments to one receiver that is fast, against a bare loop that posts the same bodies to it
 * with as many connections; and how long one change takes from the request that makes it to the receiver, while nothing else happens.
 *
 *     npm run bench:outbound -- [--changes=10000] [--rounds=3] [--cli=dist/cli.js] [--out=bench/results/outbound.json]
 *
 * The time of the service begins with the first import and ends with the last delivery: it holds the imports, the reading of the log, the
 * making of the bodies and the writing down of the results. The loop has its bodies in memory and writes nothing down.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { median, quantile, round, table } from './figures.ts';
import {
  API_KEY,
  atEnd,
  cleanUp,
  cleanUpOnSignals,
  connect,
  machine,
  poster,
  root,
  serverVersion,
  startPostgres,
  startService,
  temporaryFolder,
  writeFigures,
} from './support.ts';
import { verdict } from './turns.ts';

const { values: given } = parseArgs({
  options: {
    changes: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/outbound.json' },
  },
});
const changes = Number(given.changes);
const rounds = Number(given.rounds);
const BATCH = 1000;
/** As many as the service has to one receiver. */
const CONNECTIONS = 16;
const SINGLES = 100;
const LEAST_RATE = 500;
const LEAST_SHARE = 0.5;
const MOST_LATENCY_MS = 100;

const call = (procedure: string, record: Readonly<Record<string, unknown>>) => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(record),
  ParameterValues: Object.values(record).map(String),
});
const guidOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const job = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J' };
const task = (number: number) => ({ ...job, TaskNo: `T${number % 100}` });
const appointment = (number: number, subject: string) =>
  call('mboc_upsertAppointment', {
    ...task(number),
    AppointmentGuid: guidOf(number),
    ResourceNo: `R${number % 50}`,
    Start: `2026-06-${String((number % 28) + 1).padStart(2, '0')}T10:00`,
    End: `2026-06-${String((number % 28) + 1).padStart(2, '0')}T12:00`,
    Subject: subject,
    Body: 'Replace the seal of the pump and write down the pressure before and after.',
  });
const now = (): number => performance.timeOrigin + performance.now();

/** The receiver in its process: how to begin counting, and when the last one came. */
async function startReceiver() {
  const child = fork(fileURLToPath(new URL('./outbound-receiver.ts', import.meta.url)));
  atEnd(async () => {
    child.kill();
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}/plan`,
    async expect(count: number): Promise<Promise<number>[]> {
      const ready = once(child, 'message');
      child.send(count);
      await ready;
      // In a list, so that it is not awaited with the readiness.
      return [once(child, 'message').then(([{ last }]) => last as number)];
    },
  };
}

async function run(): Promise<void> {
  const url = await startPostgres();
  const service = await startService(path.resolve(root, given.cli), await temporaryFolder(), {
    DATABASE_URL: url,
    ROLES: 'api,worker',
    OUTBOUND_ALLOW_PRIVATE: 'true',
    RATE_LIMIT: '0',
  });
  const [client] = await connect(url, 1);
  if (!client) throw new Error('no connection');
  const receiver = await startReceiver();
  const post = poster(service.address, 1);
  const send = (calls: readonly object[]): Promise<string> => post('/import', JSON.stringify(calls));
  const changeAll = async (subject: string): Promise<void> => {
    for (let from = 0; from < changes; from += BATCH)
      await send(Array.from({ length: Math.min(BATCH, changes - from) }, (_, at) => appointment(from + at, subject)));
  };
  await send([
    call('mboc_upsertJob', { ...job, ShortDescription: 'Pumps' }),
    ...Array.from({ length: 100 }, (_, n) => call('mboc_upsertTask', { ...task(n), ShortDescription: `Pump ${n}` })),
    ...Array.from({ length: 50 }, (_, n) =>
      call('mboc_upsertResource', { ResourceNo: `R${n}`, DisplayName: `Person ${n}` }),
    ),
  ]);
  await changeAll('first');
  await send([call('mboc_upsertConnector', { SourceApp: 'ERP', Name: 'bench', WebServiceAddress: receiver.url })]);
  const { rows } = await client.query('select id from connector');
  const { body } = await request(`${service.address}/connector/${rows[0].id}/secret`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY },
  });
  await body.dump();

  const delivered: number[] = [];
  const bare: number[] = [];
  for (let at = 0; at < rounds; at++) {
    const [last] = await receiver.expect(changes);
    const began = now();
    await changeAll(`round ${at}`);
    delivered.push((changes * 1000) / ((await (last as Promise<number>)) - began));
    // Until the last result is written down: the loop is to have the machine to itself.
    for (;;) {
      const { rows: left } = await client.query(`select count(*) as n from delivery where status = 'waiting'`);
      if (Number(left[0].n) === 0) break;
      await delay(50);
    }
    const { rows: bodies } = await client.query('select body from delivery order by no desc limit $1', [changes]);
    bare.push(
      await bareLoop(
        receiver,
        bodies.map((row) => row.body as string),
      ),
    );
    console.log(`  round ${at + 1}: service ${round(delivered[at] ?? 0)}/s, bare loop ${round(bare[at] ?? 0)}/s`);
  }

  const latencies: number[] = [];
  for (let n = 0; n < SINGLES; n++) {
    await delay(20 + (n % 7) * 15);
    const [last] = await receiver.expect(1);
    const began = now();
    await send([appointment(n, `single ${n}`)]);
    latencies.push((await (last as Promise<number>)) - began);
  }

  const figures = {
    changes,
    connections: CONNECTIONS,
    deliveredPerSecond: round(median(delivered)),
    barePerSecond: round(median(bare)),
    share: round(median(delivered) / median(bare), 2),
    latencyMs: { p50: round(quantile(latencies, 0.5), 1), p99: round(quantile(latencies, 0.99), 1) },
    machine: machine(await serverVersion(client)),
  };
  const least = Math.min(LEAST_RATE, LEAST_SHARE * median(bare));
  console.log(
    table([
      ['', 'measured', 'target', ''],
      [
        'delivered/s, import to receipt',
        String(figures.deliveredPerSecond),
        `>= ${round(least)}`,
        verdict(median(delivered) >= least),
      ],
      ['bare loop/s', String(figures.barePerSecond), '', ''],
      [
        'one change, request to receipt, p50 ms',
        String(figures.latencyMs.p50),
        `<= ${MOST_LATENCY_MS}`,
        verdict(figures.latencyMs.p50 <= MOST_LATENCY_MS),
      ],
      ['the same, p99 ms', String(figures.latencyMs.p99), '', ''],
    ]),
  );
  await writeFigures(given.out, figures);
}

async function bareLoop(
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  bodies: readonly string[],
): Promise<number> {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const headers = { 'content-type': 'application/json' };
  const [last] = await receiver.expect(bodies.length);
  const began = now();
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
        const answer = await request(receiver.url, { dispatcher: agent, method: 'POST', headers, body });
        await answer.body.dump();
      }
    }),
  );
  const rate = (bodies.length * 1000) / ((await (last as Promise<number>)) - began);
  await agent.close();
  return rate;
}

cleanUpOnSignals();
try {
  await run();
} finally {
  await cleanUp();
}
