import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { round, table } from './figures.ts';
import { cleanUp, cleanUpOnSignals, root, startPostgres, temporaryFolder } from './support.ts';

/**
 * Exports an installation and imports it into an empty database, with two sizes: the memory of the commands must not grow with the records.
 *
 *     npm run bench:export -- [--records=1000000] [--encrypt]
 */
const { values: given } = parseArgs({
  options: { records: { type: 'string', default: '1000000' }, encrypt: { type: 'boolean', default: false } },
});
const RECORDS = Number(given.records);
const CLI = path.join(root, 'dist', 'cli.js');

interface Ran {
  readonly seconds: number;
  readonly peakMb: number;
  readonly said: string;
}

/** A command as operators run it, with its peak memory as the kernel counts it. */
async function openslot(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env['PATH'], JWT_SECRET: 'a secret of the benchmark, long enough', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let peakMb = 0;
  const look = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  if (code !== 0) throw new Error(`openslot ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, peakMb, said };
}

const texts = `'Yearly maintenance of the heating and cooling of building ' || n || ', all floors, roof included.'`;
const by = `'bench', 'bench'`;

/** A tenth jobs, and of each three tasks, appointments and assignments, with a change of every record. */
const fill = (records: number): string => `
  insert into tenant (name, time_zone) values ('bench', 'Europe/Brussels');
  insert into job (tenant_id, key, source_app, source_type, job_no, short_description, description, created_by, updated_by)
    select 1, 'j' || n, 'ERP', 'SERVICE', 'J' || n, 'Contract ' || n, ${texts}, ${by} from generate_series(1, ${records / 10}) n;
  insert into task (tenant_id, key, job_id, source_app, source_type, job_no, task_no, short_description, created_by, updated_by)
    select 1, 't' || n, n / 3 + 1, 'ERP', 'SERVICE', 'J' || n / 3, 'T' || n, 'Visit ' || n, ${by} from generate_series(1, ${records * 0.3}) n;
  insert into appointment (tenant_id, key, subject, body, start, "end", created_by, updated_by)
    select 1, 'a' || n, 'Visit ' || n, ${texts}, timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '1 minute' + interval '1 hour', ${by}
    from generate_series(1, ${records * 0.3}) n;
  insert into assignment (tenant_id, key, owner_id, resource_id, resource_no, created_by, updated_by)
    select 1, 's' || n, n, n % 500, 'R' || n % 500, ${by} from generate_series(1, ${records * 0.3}) n;
  insert into change_set (tenant_id, last_no, first_no, actor, origin, request_id) select 1, n, n, 'ERP', 'import', 'r' || n from generate_series(1, ${records}) n;
  insert into change (tenant_id, no, set_no, entity, record_id, key, action, version, from_back_office, after)
    select 1, n, n, 'Appointment', n, 'a' || n, 'created', 1, true, '{"subject":"Visit ' || n || '","body":"' || ${texts} || '"}' from generate_series(1, ${records}) n;
  update tenant set change_seq = ${records};
  update connector set password = null`;

const DIGESTS = [
  'job',
  'task',
  'appointment',
  'assignment',
  'change',
  'change_set',
  'job_search',
  'appointment_search',
];

async function digestOf(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const found: string[] = [];
  for (const name of DIGESTS) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || sum(hashtextextended(t::text, 0)::numeric) as digest from ${name} t`,
    );
    found.push(`${name} ${rows[0]?.digest}`);
  }
  await client.end();
  return found.join('\n');
}

async function measured(server: string, records: number): Promise<string[]> {
  const folder = await temporaryFolder();
  const admin = new pg.Client(server);
  await admin.connect();
  const urls = await Promise.all(
    ['from', 'to'].map(async (name) => {
      await admin.query(`create database ${name}_${records}`);
      const url = new URL(server);
      url.pathname = `/${name}_${records}`;
      return url.toString();
    }),
  );
  const [from = '', to = ''] = urls;
  await openslot(['migrate'], { DATABASE_URL: from, DATA_DIR: folder });
  const client = new pg.Client(from);
  await client.connect();
  await client.query(fill(records));
  await client.query('analyze');
  await client.end();
  const file = path.join(folder, 'bench.openslot');
  const passphrase = path.join(folder, 'passphrase');
  await writeFile(passphrase, 'a passphrase of the benchmark');
  const secret = given.encrypt ? ['--passphrase-file', passphrase] : [];
  const exported = await openslot(['export', '--to', file, ...secret, ...(given.encrypt ? ['--encrypt'] : [])], {
    DATABASE_URL: from,
    DATA_DIR: folder,
  });
  const imported = await openslot(['import', '--from', file, ...secret], { DATABASE_URL: to, DATA_DIR: folder });
  if ((await digestOf(from)) !== (await digestOf(to))) throw new Error('the databases differ');
  for (const name of ['from', 'to']) await admin.query(`drop database ${name}_${records}`);
  await admin.end();
  const rows = / (\d+) rows/.exec(exported.said)?.[1] ?? '';
  return [
    String(records),
    rows,
    `${round((await stat(file)).size / 1e6, 1)} MB`,
    `${round(exported.seconds, 1)} s`,
    `${round(exported.peakMb)} MB`,
    `${round(imported.seconds, 1)} s`,
    `${round(imported.peakMb)} MB`,
  ];
}

cleanUpOnSignals();
try {
  const server = await startPostgres();
  const rows = [['records', 'rows', 'file', 'export', 'peak memory', 'import', 'peak memory']];
  for (const records of [RECORDS / 10, RECORDS]) {
    rows.push(await measured(server, records));
    console.log(table(rows));
  }
} finally {
  await cleanUp();
}
