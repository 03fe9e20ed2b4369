/**
 * The first build of the plan projection: 500 resources, a task for every appointment, and nothing computed yet. The request that reads a
 * violation builds all of it. A build follows from empty tables without statistics, as after a first import.
 *
 *     npm run bench:projection -- [--appointments=40000] [--rounds=3] [--cli=dist/cli.js] [--out=bench/results/projection.json]
 *
 * In turns with it runs a bare statement that stores the rows of the plan as they are, and computes nothing.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { dateOf } from './appointment-rows.ts';
import { median, round, table } from './figures.ts';
import { fillAppointments } from './planned-tenant.ts';
import {
  cleanUp,
  cleanUpOnSignals,
  connect,
  fetcher,
  machine,
  poster,
  processorMs,
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
    appointments: { type: 'string', default: '40000' },
    rounds: { type: 'string', default: '3' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/projection.json' },
  },
});
const appointments = Number(given.appointments);
const MOST_SECONDS = 4;
const TABLES = ['appointment_plan', 'resource_plan', 'task_plan', 'violation'] as const;

/** Tables without rows and without statistics: `truncate` keeps what the planner knew of them. */
async function forget(client: pg.Client): Promise<void> {
  await client.query(`truncate plan_state, ${TABLES.join(', ')}`);
  await client.query(`delete from pg_statistic where starelid = any($1::regclass[])`, [[...TABLES]]);
}

/** Every fiftieth appointment is too early: it overlaps the one before, or begins before work does. */
const disturb = (client: pg.Client): Promise<unknown> =>
  client.query(
    `update appointment set start = start - interval '90 minutes', "end" = "end" - interval '90 minutes' where id % 50 = 0`,
  );

async function counts(client: pg.Client): Promise<Record<string, number>> {
  const columns = TABLES.map((name) => `(select count(*) from ${name}) as ${name}`).join(', ');
  const { rows } = await client.query<Record<string, string>>(`select ${columns}`);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]));
}

/** The rows of the plan once more, without computing them. */
const BARE = [
  `create temporary table bare_appointment (like appointment_plan including all) on commit drop`,
  `create temporary table bare_resource (like resource_plan including all) on commit drop`,
  `create temporary table bare_task (like task_plan including all) on commit drop`,
  `insert into bare_appointment select * from appointment_plan`,
  `insert into bare_resource select * from resource_plan`,
  `insert into bare_task select * from task_plan`,
];

async function bareMs(client: pg.Client): Promise<number> {
  const began = performance.now();
  await client.query('begin');
  for (const text of BARE) await client.query(text);
  await client.query('commit');
  return performance.now() - began;
}

async function run(): Promise<void> {
  const database = await startPostgres();
  const service = await startService(path.resolve(root, given.cli), await temporaryFolder(), {
    DATABASE_URL: database,
  });
  const [client] = await connect(database, 1);
  if (!client) throw new Error('no connection');
  const post = poster(service.address, 1);
  console.log(`filling: ${appointments} appointments`);
  await fillAppointments(client, (calls) => post('/import', JSON.stringify(calls)), appointments);
  await disturb(client);
  await client.query('vacuum analyze appointment');
  const get = fetcher(service.address);
  const builds: { readonly ms: number; readonly cpuMs: number }[] = [];
  const bare: number[] = [];
  for (let which = 0; which < Number(given.rounds); which++) {
    await forget(client);
    const before = await processorMs(service.pid);
    const { ms } = await get(`/violations?start=${dateOf(0)}&end=${dateOf(1)}&limit=1`);
    builds.push({ ms, cpuMs: (await processorMs(service.pid)) - before });
    bare.push(await bareMs(client));
    console.log(
      `  build ${round(ms)} ms, ${builds.at(-1)?.cpuMs} ms of the service; bare ${round(bare.at(-1) ?? 0)} ms`,
    );
  }
  const built = await counts(client);
  if (built['appointment_plan'] !== appointments)
    throw new Error(`${built['appointment_plan']} appointments were built`);
  const seconds = round(median(builds.map(({ ms }) => ms)) / 1000, 2);
  const figures = {
    seconds,
    serviceCpuMs: round(median(builds.map(({ cpuMs }) => cpuMs))),
    bareMs: round(median(bare)),
    rows: built,
  };
  console.log(
    `\n${table([
      ['', 'measured', 'goal', ''],
      ['first build', `${seconds} s`, `<= ${MOST_SECONDS} s`, verdict(seconds <= MOST_SECONDS)],
      ['processor time of the service', `${figures.serviceCpuMs} ms`],
      ['storing the rows alone', `${figures.bareMs} ms`],
    ])}`,
  );
  await writeFigures(given.out, { machine: machine(await serverVersion(client)), appointments, ...figures });
}

cleanUpOnSignals();
await run().finally(cleanUp);
