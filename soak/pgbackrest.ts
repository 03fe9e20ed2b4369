import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Place } from '../test/process/process.ts';
import { adjusted, pageBlocks } from '../test/support/page-blocks.ts';
import { TimedStream } from './backup/timed-stream.ts';

/**
 * Runs the commands of docs/guides/operate/back-up-with-pgbackrest.md, as root on Debian with postgresql-15: in a cluster of its own, which is
 * removed afterwards, with imports under way.
 */
const PAGE = 'docs/guides/operate/back-up-with-pgbackrest.md';
const [CLUSTER, PORT, KEY] = ['openslot_try', '5497', 'the key of the pgbackrest trial'];
const CONFIG = '/etc/pgbackrest.conf';
const REPOSITORY = '/var/lib/pgbackrest-openslot-try';

/** Imports go on meanwhile. */
async function sh(script: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  const child = spawn('bash', ['-c', script], { env: { ...process.env, ...env }, stdio: [...stdio] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`a script ended with ${code}`);
}

/** The block of a section, with the cluster of this script. */
function section(heading: string): string {
  const [block = ''] = pageBlocks(PAGE, heading, 'sh');
  const names = {
    '/var/lib/pgbackrest': REPOSITORY,
    '15/main': `15/${CLUSTER}`,
    '15 main': `15 ${CLUSTER}`,
    '5432': PORT,
  };
  const used = Object.entries(names).filter(([written]) => block.includes(written));
  return adjusted(block, Object.fromEntries(used));
}

const kept = existsSync(CONFIG) ? readFileSync(CONFIG) : undefined;
const place = await Place.make();
try {
  await sh(`pg_createcluster 15 ${CLUSTER} --port ${PORT} --start >/dev/null`);
  await sh(
    `su postgres -c "psql -qX -p ${PORT}" <<< "create role openslot login password 'openslot'; create database openslot owner openslot encoding 'UTF8' template template0"`,
  );
  const env = {
    DATABASE_URL: `postgres://openslot:openslot@127.0.0.1:${PORT}/openslot`,
    BOOTSTRAP_API_KEY: KEY,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  };
  await sh(section('## Set up'));
  const service = await place.start(env);
  const stream = new TimedStream(KEY, 20);
  let enough = false;
  const sending = stream.send(service.address, () => enough);
  await sh(section('## Back up'));
  await new Promise((wake) => setTimeout(wake, 2000));
  const moment = Date.now();
  await new Promise((wake) => setTimeout(wake, 2000));
  enough = true;
  await sending;
  const acknowledged = stream.acknowledged;
  service.kill('SIGTERM');
  await service.ended;
  const MOMENT = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00');
  await sh(section('## Restore'), { MOMENT });
  const restored = await place.start(env);
  const problems = await stream.problems(restored.address, moment, moment);
  await stream.takeOver(restored.address);
  console.log(`${acknowledged} imports acknowledged, ${stream.acknowledged} of them before ${MOMENT} and restored.`);
  for (const problem of problems) console.log(`FAILURE ${problem}`);
  console.log(problems.length === 0 ? 'PASSED' : 'FAILED');
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await place.remove();
  await sh(`pg_dropcluster 15 ${CLUSTER} --stop || true`);
  rmSync(REPOSITORY, { recursive: true, force: true });
  if (kept === undefined) rmSync(CONFIG, { force: true });
  else writeFileSync(CONFIG, kept);
}
