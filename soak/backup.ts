import { chanceFrom } from '../src/domain/random.ts';
import { Place } from '../test/process/process.ts';
import { RestoreRounds } from './backup/restore-rounds.ts';

/**
 * Backup and restore under write load, with kill -9 (docs/guides/operate/back-up-and-restore.md). BACKUP_ROUNDS sets how many rounds, BACKUP_SEED
 * repeats a run as far as processes allow.
 */
const rounds = Number(process.env['BACKUP_ROUNDS'] ?? 50);
const seed = Number(process.env['BACKUP_SEED'] ?? 20260601);

const place = await Place.make();
try {
  const result = await new RestoreRounds(place, chanceFrom(seed), (text) => console.log(text)).run(rounds);
  console.log(`Rounds: ${result.rounds}`);
  console.log(`Imports of 20 jobs acknowledged: ${result.acknowledged}`);
  for (const [loss, count] of Object.entries(result.restores)) console.log(`Restored after losing ${loss}: ${count}`);
  for (const problem of result.problems.slice(0, 50)) console.log(`FAILURE ${problem}`);
  console.log(result.problems.length === 0 ? 'PASSED' : `FAILED: repeat with BACKUP_SEED=${seed}`);
  process.exitCode = result.problems.length === 0 ? 0 : 1;
} finally {
  await place.remove();
}
