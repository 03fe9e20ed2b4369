import { cleanUp, cleanUpOnSignals, startPostgres } from '../bench/support.ts';
import { chanceFrom } from '../src/domain/random.ts';
import { cutRounds } from './faults/cut-rounds.ts';
import { killRounds } from './faults/kill-rounds.ts';
import { raceRounds } from './faults/race-rounds.ts';
import type { PartResult } from './faults/result.ts';
import { tenantWalk } from './faults/tenant-walk.ts';
import { writeSection } from './reliability-page.ts';

/**
 * Kills, broken connections, races and foreign tenants (docs/reference/reliability.md). FAULTS_SEED repeats a run as far as processes allow;
 * FAULTS_ONLY runs one part: kills, cuts, races or tenants.
 */
const setting = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const seed = setting('FAULTS_SEED', 20260601);
const only = process.env['FAULTS_ONLY'];
const chance = chanceFrom(seed);

const PARTS: Readonly<Record<string, () => Promise<PartResult>>> = {
  kills: () => killRounds(setting('KILL_ROUNDS', 20), chance),
  cuts: async () => cutRounds(setting('CUT_ROUNDS', 100), await startPostgres(), chance),
  races: async () => raceRounds(setting('RACE_ROUNDS', 50), await startPostgres(), chance),
  tenants: async () => tenantWalk(await startPostgres()),
};

cleanUpOnSignals();
try {
  const results: PartResult[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (only !== undefined && only !== name) continue;
    const result = await part();
    for (const [what, figure] of result.rows) console.log(`${what}: ${figure}`);
    for (const problem of result.problems.slice(0, 50)) console.log(`FAILURE ${problem}`);
    results.push(result);
  }
  const passed = results.every(({ problems }) => problems.length === 0);
  console.log(passed ? 'PASSED' : `FAILED: repeat with FAULTS_SEED=${seed}`);
  if (passed && only === undefined) writeSection('faults', [['Seed', seed], ...results.flatMap(({ rows }) => rows)]);
  process.exitCode = passed ? 0 : 1;
} finally {
  await cleanUp();
}
