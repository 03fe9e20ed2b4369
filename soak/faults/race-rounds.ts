import type { Chance } from '../../src/domain/random.ts';
import { type Answer, aJob, changeLog, Place, request } from '../../test/process/process.ts';
import { appointments, dayOf, preparePlan, type Slot, slotsOn, TASK } from './plan.ts';
import type { PartResult } from './result.ts';
import { doubleBookings } from './streams.ts';

const KEY = 'the key of the race rounds';
const ENV = {
  BOOTSTRAP_API_KEY: KEY,
  BOOTSTRAP_TENANT: 'races',
  JWT_SECRET: 'a secret that both nodes of the soak have in common',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
} as const;

interface Race {
  readonly nodes: readonly [string, string];
  readonly round: number;
  readonly chance: Chance;
}

/** What is wrong, if anything. */
type Racer = (race: Race) => Promise<string | undefined>;

const post = (node: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  request(node, { 'x-api-key': KEY, ...headers }, path, body);

/** The same request, or one for each node, at the same time. */
const onBoth = async (race: Race, send: (node: string, at: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all([0, 1, 0, 1].map((at, turn) => send(race.nodes[at] as string, turn)));

const codes = (answers: readonly Answer[]): string =>
  answers.map(({ status, body }) => `${status} ${body?.Code ?? ''}`.trim()).join(', ');

const sameKeys: Racer = async (race) => {
  const numbers = Array.from({ length: 20 }, (_, n) => `B${race.round}-${n}`);
  const orders = Array.from({ length: 4 }, () => numbers.toSorted(() => race.chance.next() - 0.5));
  const answers = await onBoth(race, (node, turn) => post(node, '/import', (orders[turn] ?? []).map(aJob)));
  const created = answers.reduce((sum, { body }) => sum + (body?.counts?.created ?? 0), 0);
  return answers.every(({ status }) => status === 200) && created === 20
    ? undefined
    : `${created} of 20 created by ${codes(answers)}`;
};

/** Slots of one resource that overlap: only one can be had. */
async function overlapping(race: Race): Promise<Slot[]> {
  const slots = await slotsOn(race.nodes[0], KEY, dayOf(race.round));
  const { start, resourceNo } = race.chance.pick(slots);
  const at = Date.parse(start);
  const asked = {
    startDate: new Date(at - 900_000).toISOString(),
    endDate: new Date(at + 2_700_000).toISOString(),
    duration: 'PT30M',
    options: { granularity: 'PT5M', resources: [resourceNo], limit: 50 },
    ...TASK,
  };
  const { body } = await post(race.nodes[0], '/recommendation', asked);
  return (body.slots as Slot[]).filter((slot) => Math.abs(Date.parse(slot.start) - at) <= 600_000).slice(0, 4);
}

const exactlyOne = (answers: readonly Answer[], success: number, refusals: readonly string[]): string | undefined => {
  const won = answers.filter(({ status }) => status === success).length;
  const others = answers.filter(({ status, body }) => status !== success && !refusals.includes(body?.Code));
  return won === 1 && others.length === 0 ? undefined : `${won} won: ${codes(answers)}`;
};

const holds: Racer = async (race) => {
  const slots = await overlapping(race);
  if (slots.length < 4) return undefined;
  const answers = await onBoth(race, (node, turn) =>
    post(node, '/recommendation/hold', { token: slots[turn]?.token, minutes: 1 }),
  );
  for (const { token } of slots) await request(race.nodes[0], KEY, '/recommendation/hold', { token }, 'DELETE');
  return exactlyOne(answers, 200, ['APP019']);
};

const bookings: Racer = async (race) => {
  const slots = await overlapping(race);
  if (slots.length < 4) return undefined;
  const same = race.chance.next() < 0.5;
  const answers = await onBoth(race, (node, turn) =>
    post(node, '/recommendation/book', { token: slots[same ? 0 : turn]?.token, ...TASK }),
  );
  return exactlyOne(answers, 201, ['APP019']);
};

const sessions: Racer = async (race) => {
  const resourceNo = `S${race.round}`;
  await post(race.nodes[0], '/resource', { resourceNo, displayName: resourceNo });
  const answers = await onBoth(race, (node) => post(node, '/timeSession/start', { ...TASK, resourceNo }));
  const day = (from: number): string => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
  const query = `start=${day(-2)}&end=${day(2)}&resourceNo=${resourceNo}`;
  const { body } = await request(race.nodes[1], KEY, `/timeSession?${query}`);
  const running = (body as { stoppedAt: string | null }[]).filter(({ stoppedAt }) => stoppedAt === null).length;
  const odd = answers.some(({ status }) => status >= 500);
  return running === 1 && !odd ? undefined : `${running} sessions run after ${codes(answers)}`;
};

const dayCap: Racer = async (race) => {
  const resourceNo = `D${race.round}`;
  await post(race.nodes[0], '/resource', { resourceNo, displayName: resourceNo });
  const entry = { ...TASK, resourceNo, date: '2026-06-01', durationInSeconds: 13 * 3600 };
  const answers = await onBoth(race, (node, turn) =>
    post(node, '/timeEntry', { ...entry, backofficeID: `${resourceNo}-${turn}` }),
  );
  return exactlyOne(answers, 200, ['APP014']);
};

const idempotency: Racer = async (race) => {
  const body = [aJob(`B${race.round}-i`)];
  const headers = { 'idempotency-key': `race ${race.round}` };
  const answers = await onBoth(race, (node) => post(node, '/import', body, headers));
  const done = answers.filter(({ status }) => status === 200);
  const others = answers.filter(({ status, body: answer }) => status !== 200 && answer?.Code !== 'REQ018');
  const texts = new Set(done.map((answer) => JSON.stringify(answer.body?.results)));
  return done.length > 0 && others.length === 0 && texts.size === 1 ? undefined : codes(answers);
};

const RACES: Readonly<Record<string, Racer>> = { sameKeys, holds, bookings, sessions, dayCap, idempotency };

/** Two nodes on one database get requests that exclude each other, four at the same time. */
export async function raceRounds(rounds: number, databaseUrl: string, chance: Chance): Promise<PartResult> {
  const places = [await Place.make(), await Place.make()];
  const problems: string[] = [];
  try {
    const [first, second] = await Promise.all(
      places.map((place) => place.start({ ...ENV, DATABASE_URL: databaseUrl })),
    );
    if (!first || !second) throw new Error('two nodes are needed');
    await preparePlan(first.address, KEY);
    const nodes = [first.address, second.address] as const;
    for (let round = 1; round <= rounds; round++)
      for (const [name, race] of Object.entries(RACES)) {
        const wrong = await race({ nodes, round, chance });
        if (wrong !== undefined) problems.push(`race round ${round} (${name}): ${wrong}`);
      }
    problems.push(...doubleBookings(await appointments(first.address, KEY)));
    const log = await changeLog(second.address, KEY);
    if (log.some(({ number }, at) => number !== at + 1)) problems.push('races: the change log has a gap');
  } finally {
    for (const place of places) await place.remove();
  }
  return {
    rows: [
      ['Races on two nodes: rounds of each kind', rounds],
      ['Kinds of races', Object.keys(RACES).length],
      ['Races with no or several winners, double bookings, gaps in the change log', problems.length],
    ],
    problems,
  };
}
