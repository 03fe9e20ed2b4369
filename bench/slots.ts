/**
 * What a question for slots costs: 1,000 resources, 50,000 appointments, six scorers. The engine alone by the processor time that it takes, the
 * service with eight clients, the filling of the planning index, the question after a change, and the same question answered by SQL alone.
 *
 *     npm run bench:slots -- [--questions=400] [--only=engine] [--cli=dist/cli.js] [--out=bench/results/slots.json]
 *
 * Questions come from different places, so that no two are the same. Times are noisy: a missed target is printed and is no failure. Of fewer than
 * 200 questions, 99 of 100 is the worst of all.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { median, quantile, round, table } from './figures.ts';
import type { Engine } from './slot-engine.ts';
import { APPOINTMENTS, fillPlan, mondayAfter, RESOURCES, skill } from './slot-plan.ts';
import { SLOTS_BY_SQL } from './slots-by-sql.ts';
import {
  atEnd,
  cleanUp,
  cleanUpOnSignals,
  connect,
  machine,
  poster,
  processorMs,
  root,
  serverVersion,
  startBareRoute,
  startPostgres,
  startService,
  temporaryFolder,
  writeFigures,
} from './support.ts';
import { verdict } from './turns.ts';

const { values: given } = parseArgs({
  options: {
    questions: { type: 'string', default: '400' },
    only: { type: 'string' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/slots.json' },
  },
});
const questions = Number(given.questions);
const CLIENTS = 8;
const MINUTES = 90;
const ZONE = 'Europe/Brussels';
const DAY_MS = 86_400_000;
/** Of each kind, before anything is measured and before its turn. After a start V8 compiles four hundred functions, beside the first thousand requests. */
const WARM_UP = 1000;
/** It takes seconds. */
const SQL_QUESTIONS = 2;
const FILL_MS = 1500;
const CHANGE_MS = 2;
const RATIO = 20;

const monday = mondayAfter(Date.now());
const dateOf = (day: number): string => new Date(monday + day * DAY_MS).toISOString().slice(0, 10);

/** The three questions of the targets: days, what narrows them, and the most processor time for 99 of 100. */
const KINDS = [
  { name: '14 days, one requirement, 50 km', days: 14, km: 50, requires: true, most: 3 },
  { name: '14 days', days: 14, km: undefined, requires: false, most: 10 },
  { name: '90 days', days: 90, km: undefined, requires: false, most: 25 },
] as const;
type Kind = (typeof KINDS)[number];

const placeOf = (number: number): { latitude: number; longitude: number } => ({
  latitude: 50.5 + ((number * 37) % 800) / 1000,
  longitude: 3.8 + ((number * 53) % 1300) / 1000,
});
const preferredOf = (number: number): string => `R${String((number * 13) % RESOURCES).padStart(4, '0')}`;

/** Six scorers: for the sixth, skillFit needs a requirement; where there is none, somebody is preferred. */
const bodyOf = ({ days, km, requires }: Kind, number: number, more: Record<string, unknown> = {}): object => ({
  startDate: dateOf(0),
  endDate: dateOf(days),
  duration: `PT${MINUTES}M`,
  location: placeOf(number),
  ...(requires ? { requirements: [skill(number)] } : {}),
  options: {
    ...(km === undefined ? {} : { maxDistanceKm: km }),
    ...(requires ? {} : { preferredResources: [preferredOf(number)] }),
    ...more,
  },
});

/** The engine in one file, as in the service: from single files it is slower, because fewer functions are inlined. */
async function bundledEngine(...asked: ConstructorParameters<typeof Engine>): Promise<Engine> {
  const { build } = await import('vite');
  const outDir = await temporaryFolder();
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20.19',
      minify: false,
      rolldownOptions: {
        input: path.join(root, 'bench', 'slot-engine.ts'),
        output: { format: 'cjs', strict: true, entryFileNames: 'engine.cjs' },
      },
    },
  });
  const bundle: typeof import('./slot-engine.ts') = createRequire(import.meta.url)(path.join(outDir, 'engine.cjs'));
  const engine = new bundle.Engine(...asked);
  atEnd(() => engine.close());
  return engine;
}

interface Spread {
  readonly p50: number;
  readonly p99: number;
}
const spread = (times: readonly number[]): Spread => ({
  p50: round(median(times), 2),
  p99: round(quantile(times, 0.99), 2),
});

/** The mean is for comparisons with the processor time of the service, which is a mean too: garbage collections are in both. */
type EngineTimes = Spread & { readonly mean: number; readonly slots: number };

async function measureEngine(engine: Engine, kind: Kind): Promise<EngineTimes> {
  const times: number[] = [];
  const slots: number[] = [];
  for (let number = -WARM_UP; number < questions; number++) {
    const { answer, ms } = await engine.ask(bodyOf(kind, number + WARM_UP));
    if (answer.total === 0) throw new Error(`no slots for ${kind.name}`);
    if (number < 0) continue;
    times.push(ms);
    slots.push(answer.total);
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { ...spread(times), mean: round(mean, 2), slots: median(slots) };
}

type Post = ReturnType<typeof poster>;

/** Clients that ask again as soon as they are answered. */
async function inParallel(first: number, end: number, ask: (number: number) => Promise<void>): Promise<void> {
  let next = first;
  const client = async (): Promise<void> => {
    for (let number = next++; number < end; number = next++) await ask(number);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

interface Side {
  readonly post: Post;
  readonly pid: number;
}

/** Clients that ask so many questions; answers the processor time of one. */
async function processorMsOf({ pid }: Side, first: number, ask: (number: number) => Promise<void>): Promise<number> {
  const before = await processorMs(pid);
  await inParallel(first, first + questions, ask);
  return round(((await processorMs(pid)) - before) / questions, 2);
}

/** The service, and a route that does nothing and answers as much. */
async function measureHttp(service: Side, bare: Side, kind: Kind) {
  const [times, bareTimes]: [number[], number[]] = [[], []];
  let bytes = 0;
  const asked = async (number: number): Promise<void> => {
    const body = JSON.stringify(bodyOf(kind, number));
    const began = performance.now();
    bytes = (await service.post('/recommendation', body)).length;
    times.push(performance.now() - began);
  };
  const askedBare = async (): Promise<void> => {
    const began = performance.now();
    await bare.post('/', JSON.stringify({ bytes }));
    bareTimes.push(performance.now() - began);
  };
  await inParallel(0, WARM_UP, asked);
  times.length = 0;
  const serviceCpu = await processorMsOf(service, WARM_UP, asked);
  await inParallel(0, WARM_UP, askedBare);
  bareTimes.length = 0;
  const bareCpu = await processorMsOf(bare, 0, askedBare);
  return { http: spread(times), bytes, serviceCpu, bare: spread(bareTimes), bareCpu };
}

/** One appointment is moved; how much longer does the next question take than the one after it? */
async function measureChange(post: Post, kind: Kind): Promise<{ after: Spread; unchanged: Spread; more: number }> {
  const [after, unchanged]: [number[], number[]] = [[], []];
  const timed = async (number: number): Promise<number> => {
    const began = performance.now();
    await post('/recommendation', JSON.stringify(bodyOf(kind, number)));
    return performance.now() - began;
  };
  for (let number = 0; number < questions; number++) {
    const minute = String((number * 7) % 60).padStart(2, '0');
    const moved = { AppointmentNo: `A${number}`, Start: `${dateOf(3)}T09:${minute}`, End: `${dateOf(3)}T11:${minute}` };
    const call = { StoredProcedureName: 'mboc_upsertAppointment', ParameterNames: Object.keys(moved) };
    await post('/import', JSON.stringify([{ ...call, ParameterValues: Object.values(moved) }]));
    after.push(await timed(number));
    unchanged.push(await timed(number));
  }
  const more = median(after.map((ms, at) => ms - (unchanged[at] ?? 0)));
  return { after: spread(after), unchanged: spread(unchanged), more: round(more, 2) };
}

/** The easier question, put to both in turns; they must agree. */
async function measureSql(engine: Engine, client: pg.Client, tenantId: number, kind: Kind) {
  const [bySql, byEngine]: [number[], number[]] = [[], []];
  for (let number = 0; number < SQL_QUESTIONS; number++) {
    const { latitude, longitude } = placeOf(number);
    const narrowed = [kind.requires ? skill(number) : null, kind.km ?? null, preferredOf(number)];
    const began = performance.now();
    const { rows } = await client.query<{ total: string; score: string }>(SLOTS_BY_SQL, [
      tenantId,
      dateOf(0),
      kind.days,
      MINUTES,
      latitude,
      longitude,
      ...narrowed,
    ]);
    bySql.push(performance.now() - began);
    const { answer, ms } = await engine.ask(bodyOf(kind, number, { locationMode: 'home', slotsPerResource: 1000 }));
    byEngine.push(ms);
    if (answer.total !== Number(rows[0]?.total)) throw new Error(`${rows[0]?.total} by SQL, ${answer.total} by us`);
    for (const [at, { score }] of answer.slots.entries())
      if (Math.abs(score - Number(rows[at]?.score)) > 1e-9)
        throw new Error(`slot ${at}: ${rows[at]?.score} by SQL, ${score} by us`);
  }
  const [sqlMs, engineMs] = [median(bySql), median(byEngine)];
  return { sqlMs: round(sqlMs, 1), engineMs: round(engineMs, 2), ratio: round(sqlMs / engineMs, 1) };
}

async function run(): Promise<void> {
  const url = await startPostgres();
  const service = await startService(path.resolve(root, given.cli), await temporaryFolder(), {
    DATABASE_URL: url,
    RATE_LIMIT: '0',
  });
  const [client] = (await connect(url, 1)) as [pg.Client];
  const post = poster(service.address, CLIENTS);
  const bare = await startBareRoute(url);
  const sides = [
    { post, pid: service.pid },
    { post: poster(bare.address, CLIENTS), pid: bare.pid },
  ] as const;
  console.log(`filling: ${RESOURCES} resources, ${APPOINTMENTS} appointments`);
  const tenantId = await fillPlan(client, (calls) => post('/import', JSON.stringify(calls)), monday);
  const engine = await bundledEngine(url, { tenantId, timeZone: ZONE });
  const fillMs: number[] = [];
  for (let time = 0; time < 5; time++) fillMs.push(await engine.fill());
  const kinds = [];
  // All questions before the first is measured: it would pay for compiling what all of them use.
  if (given.only !== 'engine')
    for (const kind of KINDS)
      await inParallel(0, WARM_UP, async (number) => {
        await post('/recommendation', JSON.stringify(bodyOf(kind, number)));
      });
  for (const kind of KINDS) {
    console.log(kind.name);
    const cpu = await measureEngine(engine, kind);
    console.log(`  engine: p50 ${cpu.p50} ms, mean ${cpu.mean} ms, p99 ${cpu.p99} ms`);
    const asked = given.only === 'engine' ? undefined : await measureHttp(...sides, kind);
    if (asked) {
      console.log(`  ${CLIENTS} clients: p50 ${asked.http.p50} ms, p99 ${asked.http.p99} ms`);
      console.log(`  a bare route: p50 ${asked.bare.p50} ms, p99 ${asked.bare.p99} ms`);
    }
    // A quarter keeps the database busy for minutes.
    const baseline = kind.days > 14 ? undefined : await measureSql(engine, client, tenantId, kind);
    if (baseline) console.log(`  SQL: ${baseline.sqlMs} ms`);
    kinds.push({ name: kind.name, most: kind.most, cpu, ...asked, ...(baseline && { baseline }) });
  }
  console.log('after a change');
  const change = await measureChange(post, KINDS[0]);
  const figures = {
    machine: machine(await serverVersion(client)),
    resources: RESOURCES,
    appointments: APPOINTMENTS,
    questions,
    clients: CLIENTS,
    fillMs: round(median(fillMs)),
    kinds,
    change,
  };
  await service.stop();
  console.log(`\n${report(figures)}`);
  await writeFigures(given.out, figures);
}

interface Figures {
  readonly fillMs: number;
  readonly kinds: readonly {
    readonly name: string;
    readonly most: number;
    readonly cpu: EngineTimes;
    readonly http?: Spread;
    readonly bytes?: number;
    /** Processor time of the service a question. */
    readonly serviceCpu?: number;
    readonly bare?: Spread;
    readonly bareCpu?: number;
    readonly baseline?: { readonly sqlMs: number; readonly engineMs: number; readonly ratio: number };
  }[];
  readonly change: { readonly more: number };
}

function report({ fillMs, kinds, change }: Figures): string {
  const line = (what: string, { p50, p99 }: Spread, most: number, slots = ''): string[] => [
    what,
    slots,
    String(p50),
    String(p99),
    `<= ${most}`,
    verdict(p99 <= most),
  ];
  return [
    table([
      ['ms', 'slots', 'p50', 'p99', 'target', ''],
      ...kinds.map(({ name, cpu, most }) => line(`engine: ${name}`, cpu, most, String(cpu.slots))),
      ...kinds.flatMap(({ name, http, most }) =>
        http ? [line(`${CLIENTS} clients: ${name}`, http, 2 * most + 5)] : [],
      ),
    ]),
    '',
    table([
      [`${CLIENTS} clients`, 'bytes', 'service cpu ms', 'engine', 'a bare route', 'p50', 'p99'],
      ...kinds.flatMap(({ name, bytes, cpu, serviceCpu, bare, bareCpu }) =>
        bare ? [[name, bytes, serviceCpu, cpu.mean, bareCpu, bare.p50, bare.p99].map(String)] : [],
      ),
    ]),
    '',
    table([
      ['from home, by SQL alone', 'SQL ms', 'engine ms', 'ratio', 'target', ''],
      ...kinds.flatMap(({ name, baseline }) =>
        baseline
          ? [
              [
                name,
                String(baseline.sqlMs),
                String(baseline.engineMs),
                String(baseline.ratio),
                `>= ${RATIO}`,
                verdict(baseline.ratio >= RATIO),
              ],
            ]
          : [],
      ),
    ]),
    '',
    `filling the index ${fillMs} ms (<= ${FILL_MS}: ${verdict(fillMs <= FILL_MS)})`,
    `after one change ${change.more} ms more (<= ${CHANGE_MS}: ${verdict(change.more <= CHANGE_MS)})`,
  ].join('\n');
}

cleanUpOnSignals();
try {
  await run();
} finally {
  await cleanUp();
}
