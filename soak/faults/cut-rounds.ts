import type { Chance } from '../../src/domain/random.ts';
import { Database } from '../../src/platform/postgres/database.ts';
import { type Answer, aJob, changeLog, Place, until } from '../../test/process/process.ts';
import { BreakingProxy, isCommit, type Moment } from '../../test/support/breaking-proxy.ts';
import type { PartResult } from './result.ts';

const KEY = 'the key of the cut rounds';
const MOMENTS: readonly Moment[] = ['before-forward', 'after-forward', 'after-reply'];

/** A promise that the state of the database must then keep. */
const claimsNothingStored = (answer: Answer): boolean =>
  /nothing (of it )?(was|is) stored/i.test(JSON.stringify(answer.body));

async function importJob(address: string, no: string, idempotencyKey: string | undefined): Promise<Answer | undefined> {
  const headers = {
    'x-api-key': KEY,
    'content-type': 'application/json',
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  const response = await fetch(`${address}/import`, {
    method: 'POST',
    headers,
    body: JSON.stringify([aJob(no)]),
  }).catch(() => undefined);
  return response && { status: response.status, body: await response.json() };
}

/**
 * Connections between the service and PostgreSQL that break before, during and after a commit, all at once, or for a while. An answer of
 * success means stored; a failure never says that nothing was stored when it was; a repeat with the same Idempotency-Key stores once.
 */
export async function cutRounds(rounds: number, databaseUrl: string, chance: Chance): Promise<PartResult> {
  const proxy = await BreakingProxy.start(databaseUrl);
  const direct = new Database({ connection: databaseUrl, connections: 1, onError: () => {} });
  const place = await Place.make();
  const problems: string[] = [];
  let failures = 0;
  let storedDespite = 0;
  const stored = async (no: string): Promise<boolean> =>
    (await direct.query<{ job_no: string }>('select job_no from job where job_no = $1', [no])).length > 0;
  try {
    const env = {
      DATABASE_URL: proxy.url,
      BOOTSTRAP_API_KEY: KEY,
      BOOTSTRAP_TENANT: 'cuts',
      ROLES: 'api',
      LOG_LEVEL: 'silent',
    };
    const { address } = await place.start({ ...env, RATE_LIMIT: '0' });
    for (let round = 1; round <= rounds; round++) {
      const no = `CUT-${round}`;
      const key = chance.next() < 0.5 ? `cut ${round}` : undefined;
      const way = chance.pick([...MOMENTS, ...MOMENTS, 'all', 'away'] as const);
      if (way === 'away') proxy.refuse(true);
      if (way === 'all' || way === 'away') proxy.cutAll();
      else proxy.cutOn(isCommit, way);
      const answer = await importJob(address, no, key);
      proxy.refuse(false);
      proxy.clear();
      const is = await stored(no);
      const fail = (what: string): number =>
        problems.push(`cut round ${round} (${way}): ${what}: ${JSON.stringify(answer?.body)}`);
      if (answer === undefined) fail('the service did not answer');
      else if (answer.status === 200 && !is) fail('acknowledged, and not stored');
      else if (answer.status !== 200) {
        failures++;
        if (is) storedDespite++;
        if (answer.status < 500) fail(`answered ${answer.status}`);
        if (is && claimsNothingStored(answer)) fail('says that nothing was stored, and it was');
      }
      // The client repeats the request until it succeeds.
      await until(async () => (await importJob(address, no, key))?.status === 200, 'the repeated request', 60);
    }
    const log = await changeLog(address, KEY);
    const jobs = log.filter(({ entity, action }) => entity === 'Job' && action === 'created');
    if (jobs.length !== rounds) problems.push(`${rounds} jobs were sent, and ${jobs.length} were created`);
    if (log.some(({ number }, at) => number !== at + 1)) problems.push('cut rounds: the change log has a gap');
  } finally {
    await place.remove();
    await direct.close();
    await proxy.stop();
  }
  return {
    rows: [
      ['Broken database connections: rounds', rounds],
      ['Writes that failed, of these stored nevertheless', `${failures}, ${storedDespite}`],
      ['Wrong claims about what is stored, lost or double writes', problems.length],
    ],
    problems,
  };
}
