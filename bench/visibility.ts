/**
 * What data filters cost: GET /board of a week with 500 resources and 10,000 appointments, by a user without filters and by users with filters, in
 * turns request by request. A user whose filters hide nothing has the whole answer and the check of every record: that is the worst case.
 *
 *     npm run bench:visibility -- [--reads=15] [--cli=dist/cli.js] [--out=bench/results/visibility.json]
 *
 * The targets are held against the median of the paired ratios. Times are noisy: a missed target is printed and is no failure.
 */
import http from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median, round, table } from './figures.ts';
import {
  API_KEY,
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
import { inTurns, pairedRatio, verdict } from './turns.ts';

const { values: given } = parseArgs({
  options: {
    reads: { type: 'string', default: '15' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/visibility.json' },
  },
});
const reads = Number(given.reads);

const RESOURCES = 500;
const APPOINTMENTS = 10_000;
const MOST_RATIO = 1.3;
const PASSWORD = 'a long password of the benchmark';
const REGIONS = ['North', 'East', 'South', 'West'];
const CATEGORIES = ['Repair', 'Inspection', 'Installation', 'Training'];
const TEAMS = ['T1', 'T2', 'T3', 'T4'];
const WINDOW = '/board?start=2026-03-30&end=2026-04-06';
const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };

const call = (procedure: string, record: Readonly<Record<string, unknown>>) => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(record),
  ParameterValues: Object.values(record),
});
const of = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Two hours each, four a day, five days a week: 20 for each of the resources. */
function appointmentOf(number: number) {
  const resource = number % RESOURCES;
  const turn = Math.floor(number / RESOURCES);
  const day = 30 + Math.floor(turn / 4);
  const date = day > 31 ? `2026-04-0${day - 31}` : `2026-03-${day}`;
  const hour = 8 + 2 * (turn % 4);
  const at = (h: number): string => `${date}T${String(h).padStart(2, '0')}:00`;
  return { ...KEY, TaskNo: `T${number}`, ResourceNo: `R${resource}`, Start: at(hour), End: at(hour + 2) };
}

async function fill(send: (calls: readonly object[]) => Promise<unknown>): Promise<void> {
  await send([
    call('mboc_upsertFilterGroup', { GroupName: 'Region', DataFilter: true }),
    ...REGIONS.map((FilterValue) => call('mboc_upsertFilterValue', { FilterGroupName: 'Region', FilterValue })),
    ...CATEGORIES.map((CategoryName) => call('mboc_upsertCategory', { CategoryName })),
    call('mboc_upsertJob', { ...KEY, ShortDescription: 'Boilers' }),
    ...numbers(RESOURCES).flatMap((i) => [
      call('mboc_upsertResource', { ResourceNo: `R${i}`, TeamCode: of(TEAMS, i) }),
      call('mboc_upsertResourceFilterValue', {
        ResourceNo: `R${i}`,
        FilterGroup: 'Region',
        FilterValue: of(REGIONS, i),
      }),
    ]),
  ]);
  for (let from = 0; from < APPOINTMENTS; from += 1000)
    await send(
      numbers(1000).flatMap((i) => {
        const number = from + i;
        const task = { ...KEY, TaskNo: `T${number}` };
        return [
          call('mboc_upsertTask', { ...task, ShortDescription: `Task ${number}`, Category: of(CATEGORIES, number) }),
          call('mboc_upsertTaskFilterValue', { ...task, FilterGroup: 'Region', FilterValue: of(REGIONS, number) }),
          call('mboc_upsertAppointment', appointmentOf(number)),
        ];
      }),
    );
}

interface Filters {
  readonly regions?: readonly string[];
  readonly categories?: readonly string[];
  readonly teams?: readonly string[];
}

/** What users may see, by the name of the line. */
const USERS: Readonly<Record<string, Filters>> = {
  'no filter': {},
  'all regions (nothing hidden)': { regions: REGIONS },
  'two of four regions': { regions: REGIONS.slice(0, 2) },
  'one of four regions': { regions: REGIONS.slice(0, 1) },
  'two of four categories': { categories: CATEGORIES.slice(0, 2) },
  'two of four teams': { teams: TEAMS.slice(0, 2) },
  'regions, categories and teams, two of four each': {
    regions: REGIONS.slice(0, 2),
    categories: CATEGORIES.slice(0, 2),
    teams: TEAMS.slice(0, 2),
  },
};

interface Reading {
  readonly ms: number;
  readonly text: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

function get(address: string, route: string, headers: Readonly<Record<string, string>>): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.get(`${address}${route}`, { agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - began;
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve({ ms, text });
        else reject(new Error(`${route} answered ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    request.on('error', reject);
  });
}

async function tokenOf(address: string, number: number, { regions, categories, teams }: Filters): Promise<string> {
  const email = `user${number}@example.com`;
  const send = async (route: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${address}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': API_KEY },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  await send('/user', {
    Email: email,
    Password: PASSWORD,
    Roles: 'planner',
    ...(categories ? { Categories: categories } : {}),
    ...(teams ? { Teams: teams } : {}),
  });
  for (const FilterValue of regions ?? [])
    await send('/userFilterValue', { Email: email, FilterGroup: 'Region', FilterValue });
  return String((await send('/tokens', { username: email, password: PASSWORD }))['access_token']);
}

async function run(): Promise<void> {
  const database = await startPostgres();
  const service = await startService(path.resolve(root, given.cli), await temporaryFolder(), {
    DATABASE_URL: database,
  });
  const post = poster(service.address, 1);
  console.log(`filling: ${RESOURCES} resources, ${APPOINTMENTS} appointments`);
  await fill((calls) => post('/import', JSON.stringify(calls)));
  const [client] = await connect(database, 1);
  if (!client) throw new Error('no connection');
  const users = new Map<string, string>();
  for (const [name, filters] of Object.entries(USERS))
    users.set(name, await tokenOf(service.address, users.size, filters));
  const read = (name: string): Promise<Reading> =>
    get(service.address, WINDOW, { authorization: `Bearer ${users.get(name)}` });
  for (const name of users.keys()) await read(name);
  await client.query('vacuum analyze');
  const results: Record<string, object> = {};
  const rows: string[][] = [['GET /board', 'bars', 'busy', 'ms', 'ms without filter', 'ratio', '', '']];
  for (const name of [...users.keys()].slice(1)) {
    const counted = JSON.parse((await read(name)).text) as Record<'appointments' | 'busy', unknown[]>;
    const [bars, busy] = [counted.appointments.length, counted.busy.length];
    const sides = [async () => (await read(name)).ms, async () => (await read('no filter')).ms] as const;
    await inTurns(3, ...sides);
    const [own, whole] = await inTurns(reads, ...sides);
    const ratio = round(pairedRatio(own, whole), 2);
    const figures = { bars, busy, ms: round(median(own), 1), withoutFilterMs: round(median(whole), 1), ratio };
    results[name] = figures;
    rows.push([
      name,
      ...[bars, busy, figures.ms, figures.withoutFilterMs, ratio].map(String),
      `<= ${MOST_RATIO}`,
      verdict(ratio <= MOST_RATIO),
    ]);
  }
  console.log(`\n${table(rows)}`);
  await writeFigures(given.out, { machine: machine(await serverVersion(client)), reads, results });
}

cleanUpOnSignals();
try {
  await run();
} finally {
  agent.destroy();
  await cleanUp();
}
