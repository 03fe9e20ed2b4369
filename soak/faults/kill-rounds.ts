import type { Chance } from '../../src/domain/random.ts';
import { ImportStream } from '../../test/process/import-stream.ts';
import { killIfThere, Place, type Service, until } from '../../test/process/process.ts';
import { preparePlan } from './plan.ts';
import type { PartResult } from './result.ts';
import { BookingStream, type Stream, TimeStream } from './streams.ts';

const KEY = 'the key of the kill rounds';
const BATCH = 100;
const LANES_PER_STREAM = 2;

async function kill(place: Place, service: Service, what: string): Promise<void> {
  const postmaster = await place.postmaster();
  if (what !== 'PostgreSQL') service.kill('SIGKILL');
  if (what !== 'service') killIfThere(postmaster, 'SIGKILL');
  await service.ended;
}

/**
 * kill -9 of the service, of its PostgreSQL or of both, in the middle of imports, time entries and bookings. After each restart everything
 * that was acknowledged is there, no batch is stored in part, and the change log has no gap.
 */
export async function killRounds(rounds: number, chance: Chance): Promise<PartResult> {
  const place = await Place.make();
  const problems: string[] = [];
  const imports = new ImportStream(KEY, BATCH);
  const streams: readonly Stream[] = [imports, new TimeStream(KEY), new BookingStream(KEY, chance)];
  const acknowledged = (): number => streams.reduce((sum, each) => sum + each.acknowledged.length, 0);
  try {
    let service = await place.start({ BOOTSTRAP_API_KEY: KEY, RATE_LIMIT: '0', LOG_LEVEL: 'warn' });
    await preparePlan(service.address, KEY);
    for (let round = 1; round <= rounds; round++) {
      const { address } = service;
      const lanes = streams.flatMap((stream) =>
        Array.from({ length: LANES_PER_STREAM }, async () => {
          while (await stream.sendOne(address));
        }),
      );
      const wanted = acknowledged() + chance.whole(5, 30);
      await until(() => acknowledged() >= wanted, 'acknowledged writes', 120);
      const what = chance.pick(['service', 'PostgreSQL', 'service and PostgreSQL']);
      await kill(place, service, what);
      await Promise.all(lanes);
      service = await place.start({ RATE_LIMIT: '0', LOG_LEVEL: 'warn' });
      for (const stream of streams)
        for (const problem of await stream.problems(service.address))
          problems.push(`kill round ${round} (${what}): ${problem}`);
      console.log(`kill round ${round} of ${rounds} (${what}): ${acknowledged()} writes acknowledged`);
    }
  } finally {
    await place.remove();
  }
  const [batches = 0, entries = 0, bookings = 0] = streams.map((each) => each.acknowledged.length);
  return {
    rows: [
      ['Kill rounds: service, PostgreSQL or both', rounds],
      [
        'Writes acknowledged before a kill',
        `${batches} imports of ${BATCH} calls, ${entries} time entries, ${bookings} bookings`,
      ],
      ['Lost, torn or double writes, gaps in the change log', problems.length],
    ],
    problems,
  };
}
