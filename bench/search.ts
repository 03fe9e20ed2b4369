/**
 * GET /search in a tenant with 30,000 jobs, a task each and 100,000 appointments: words typed from their beginning, parts of words, several words,
 * words that many records have and words that none has. Each in turns with a bare statement that reads the same texts once and compares nothing.
 *
 *     npm run bench:search -- [--reads=15] [--jobs=30000] [--appointments=100000] [--cli=dist/cli.js] [--out=bench/results/search.json]
 *
 * Times are noisy: a missed target is printed and is no failure. The ratio to the bare statement compares machines.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median, round, table } from './figures.ts';
import { fillSearchTenant } from './search-tenant.ts';
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
    jobs: { type: 'string', default: '30000' },
    appointments: { type: 'string', default: '100000' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/search.json' },
  },
});
const reads = Number(given.reads);
const MOST_MS = 100;

const QUERIES: Readonly<Record<string, string>> = {
  'beginning of a word': 'astor',
  'part of a word': 'storia',
  'number of one job': 'J112345',
  'part of a number': '12345',
  'two words': 'hotel gent',
  'three words': 'astoria kerkstraat boiler',
  'in another case, with an accent': 'BELVÉDÈRE',
  'a letter that almost all have': 'e',
  'a word that nobody has': 'zeppelin',
};

const BARE = `select (select count(*) from job_search where tenant_id = 1 and customer <> 'x' and site <> 'x' and own <> 'x')
  + (select count(*) from task_search where tenant_id = 1 and own <> 'x')
  + (select count(*) from appointment_search where tenant_id = 1 and own <> 'x') as read`;

async function run(): Promise<void> {
  const database = await startPostgres();
  const service = await startService(path.resolve(root, given.cli), await temporaryFolder(), {
    DATABASE_URL: database,
  });
  const post = poster(service.address, 1);
  const sizes = { jobs: Number(given.jobs), appointments: Number(given.appointments) };
  console.log(`filling: ${sizes.jobs} jobs and tasks, ${sizes.appointments} appointments`);
  await fillSearchTenant((calls) => post('/import', JSON.stringify(calls)), sizes);
  const [client] = await connect(database, 1);
  if (!client) throw new Error('no connection');
  await client.query('vacuum analyze');
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const search = async (q: string): Promise<Record<string, unknown[]>> => {
    const response = await fetch(`${service.address}/search?q=${encodeURIComponent(q)}`, {
      headers: { 'x-api-key': API_KEY },
    });
    if (!response.ok) throw new Error(`${q}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown[]>;
  };
  const results: Record<string, object> = {};
  const rows: string[][] = [['GET /search', 'q', 'results', 'ms', 'bare ms', 'ratio', '', '']];
  for (const [name, q] of Object.entries(QUERIES)) {
    const found = Object.values(await search(q)).reduce((sum, kind) => sum + kind.length, 0);
    const sides = [() => timed(() => search(q)), () => timed(() => client.query(BARE))] as const;
    await inTurns(3, ...sides);
    const [own, bare] = await inTurns(reads, ...sides);
    const figures = {
      q,
      found,
      ms: round(median(own), 1),
      bareMs: round(median(bare), 1),
      ratio: round(pairedRatio(own, bare), 2),
    };
    results[name] = figures;
    rows.push([
      ...[name, q, String(found), String(figures.ms), String(figures.bareMs), String(figures.ratio)],
      ...[`<= ${MOST_MS} ms`, verdict(figures.ms <= MOST_MS)],
    ]);
  }
  console.log(`\n${table(rows)}`);
  await writeFigures(given.out, { machine: machine(await serverVersion(client)), reads, ...sizes, results });
}

cleanUpOnSignals();
try {
  await run();
} finally {
  await cleanUp();
}
