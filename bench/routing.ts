import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { figures } from '../src/engine/routing/check/figures.ts';
import { check } from '../src/engine/routing/check.ts';
import type { Problem } from '../src/engine/routing/model.ts';
import { round, table } from './figures.ts';
import { linePlot } from './line-plot.ts';
import { homeCare } from './routing-care.ts';
import { FIELD_SETS, fieldProblem, nameOf } from './routing-field.ts';
import { LARGE_SETS, largeProblem } from './routing-large.ts';
import { costAt, type Run, run } from './routing-run.ts';
import { type Instance, solomonInstances, TENTHS } from './routing-solomon.ts';
import { runTogether } from './routing-together.ts';

/**
 * Planning many tasks at once. Solomon's instances against their best known plans, and generated weeks of field service; in seconds of processor
 * time of one thread. Every plan is held against the independent check.
 */
const { values: options } = parseArgs({
  options: {
    instances: { type: 'string', default: fileURLToPath(new URL('../../shared/bench/solomon', import.meta.url)) },
    seconds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    /** Plans home care with linked visits instead, from this folder, with these seeds. */
    hhcrsp: { type: 'string' },
    seeds: { type: 'string', default: '1,2,3,4,5' },
    /** Only these of the instances, like R101,C203. Then no results are written, unless `out` is a file. */
    only: { type: 'string', default: '' },
    /** For the sets of field service; none for 0. */
    'field-seconds': { type: 'string', default: '20' },
    /** For the plan that the large set is held against; none for 0. */
    'long-seconds': { type: 'string', default: '120' },
    /** For the large set once more, as the service plans it: in a thread for each core, in seconds of the clock; none for 0. */
    'together-seconds': { type: 'string', default: '0' },
    /** For the generated instances with 400 customers, each against a run of `long-seconds`; none for 0. */
    'large-seconds': { type: 'string', default: '0' },
    /**
     * How many seeds the large set and those with 400 customers have, from `seed` on: of the run itself, and of the long one. Means are compared; a
     * seed alone differs by up to 1.5 % from another.
     */
    'short-seeds': { type: 'string', default: '1' },
    'long-seeds': { type: 'string', default: '1' },
    /** Which of them. */
    large: { type: 'string', default: 'R1-400,RC1-400,R2-400' },
    /** The name of the results, or a file that ends with .json; runs of other lengths than the usual one have their own. */
    out: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
const seed = Number(options.seed);
const fieldSeconds = Number(options['field-seconds']);
const longSeconds = Number(options['long-seconds']);
const togetherSeconds = Number(options['together-seconds']);
const largeSeconds = Number(options['large-seconds']);
const shortSeeds = Number(options['short-seeds']);
const longSeeds = Number(options['long-seeds']);
const out = options.out ?? (seconds === 5 ? 'routing' : `routing-${seconds}s`);
const results = new URL('results/', import.meta.url);
const SAMPLES = 40;
const problems: string[] = [];
/** A file of its own is written for a run of all benchmarks, which has its own goals. */
const isPart = options.out?.endsWith('.json') ?? false;
const missed: string[] = [];

const machine = () => ({
  arch: arch(),
  processor: cpus()[0]?.model,
  cores: cpus().length,
  node: process.version,
  load: round(loadavg()[0] ?? 0, 1),
  date: new Date().toISOString(),
});

if (options.hhcrsp !== undefined) {
  const only = options.only === '' ? [] : options.only.split(',');
  const seeds = options.seeds.split(',').map(Number);
  const { missed, instances } = homeCare({ folder: options.hhcrsp, only, seconds, seeds });
  if (options.only === '')
    writeFileSync(
      new URL(`${options.out ?? 'routing-hhcrsp'}.json`, results),
      `${JSON.stringify({ machine: machine(), seconds, seeds, instances }, null, 2)}\n`,
    );
  console.log(missed.length === 0 ? '\nAll targets met.' : `\nMISSED: ${missed.join('; ')}.`);
  process.exit(missed.length === 0 ? 0 : 1);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const mustHold = (isTrue: boolean, what: string): void => {
  if (!isTrue) problems.push(what);
};
const shouldReach = (isReached: boolean, what: string): void => {
  if (!isReached) missed.push(what);
};

interface Solved {
  readonly instance: Instance;
  readonly run: Run;
  readonly gap: number;
}

function solomon(): Solved[] {
  if (!existsSync(options.instances)) {
    console.log(`SKIPPED: no instances in ${options.instances}; name their folder with --instances.`);
    return [];
  }
  const only = options.only === '' ? [] : options.only.split(',');
  console.log('name distance best gap cpu');
  return solomonInstances(options.instances, only).map((instance) => {
    const solved = run(instance.problem, seconds, seed);
    mustHold(check(instance.problem, solved.plan).length === 0, `${instance.name} is no valid plan`);
    mustHold(solved.plan.unassigned.length === 0, `${instance.name} leaves customers out`);
    const distance = (figures(instance.problem, solved.plan).km * 1000) / TENTHS;
    const gap = (distance / instance.best - 1) * 100;
    console.log(`${instance.name} ${distance.toFixed(1)} ${instance.best} ${gap.toFixed(2)}% ${solved.cpu.toFixed(2)}`);
    return { instance, run: solved, gap };
  });
}

function summary(solved: readonly Solved[]): void {
  const classes = [...new Set(solved.map(({ instance }) => instance.className))];
  const rows = classes.map((name) => {
    const gaps = solved.filter(({ instance }) => instance.className === name).map(({ gap }) => gap);
    return [name, String(gaps.length), `${mean(gaps).toFixed(2)}%`, `${Math.max(...gaps).toFixed(2)}%`];
  });
  const gaps = solved.map(({ gap }) => gap);
  const most = seconds >= 30 ? 0.25 : 0.5;
  rows.push(['all', String(gaps.length), `${mean(gaps).toFixed(2)}%`, `${Math.max(...gaps).toFixed(2)}%`]);
  console.log(`\n${table([['class', 'instances', 'mean gap', 'worst'], ...rows])}`);
  if (seconds >= 5 && options.only === '') {
    shouldReach(mean(gaps) <= most, `the mean gap is above ${most} %`);
    shouldReach(Math.max(...gaps) <= 2, 'a gap is above 2 %');
  }
  const lines = classes.map((name) => {
    const own = solved.filter(({ instance }) => instance.className === name);
    const points = Array.from({ length: SAMPLES }, (_, at) => {
      const cpu = (seconds * (at + 1)) / SAMPLES;
      const gap = mean(
        own.map(({ instance, run: { history } }) => (costAt(history, cpu) / TENTHS / instance.best - 1) * 100),
      );
      return [cpu, Math.min(gap, 12)] as const;
    });
    return { name, points };
  });
  if (options.only !== '') return;
  writeFileSync(
    new URL(`${out}-gap.svg`, results),
    linePlot('Gap to the best known plan, mean per class', 'seconds of processor time', 'gap in % (cut at 12)', lines),
  );
}

/** One run for each of so many seeds. */
const runsOf = (problem: Problem, forSeconds: number, seeds: number): Run[] =>
  Array.from({ length: seeds }, (_, at) => run(problem, forSeconds, seed + at));
const meanCost = (runs: readonly Run[]): number => mean(runs.map(({ cost }) => cost));

function field() {
  return FIELD_SETS.map((set) => {
    const problem = fieldProblem(set);
    const isHeldAgainstLong = set.tasks >= 1000 && longSeconds > 0;
    const runs = runsOf(problem, fieldSeconds, isHeldAgainstLong ? shortSeeds : 1);
    const solved = runs[0] as Run;
    mustHold(check(problem, solved.plan).length === 0, `${nameOf(set)} is no valid plan`);
    mustHold(check(problem, solved.firstPlan).length === 0, `the first plan of ${nameOf(set)} is not valid`);
    const { served, km, cost } = figures(problem, solved.plan);
    const longs = isHeldAgainstLong ? runsOf(problem, longSeconds, longSeeds) : undefined;
    const behind = longs && (meanCost(runs) / meanCost(longs) - 1) * 100;
    const megabytes = process.memoryUsage().rss / 1e6;
    if (set.tasks >= 1000) {
      shouldReach((solved.fullCpu ?? 99) <= 1, `the first full plan of ${nameOf(set)} takes more than a second`);
      if (fieldSeconds >= 20 && behind !== undefined)
        shouldReach(behind <= 1, `${nameOf(set)} is more than 1 % behind its long run`);
    }
    shouldReach(megabytes < 500, 'memory is above 500 MB');
    return {
      name: nameOf(set),
      seed: set.seed,
      cpu: round(solved.cpu, 2),
      firstCpu: round(solved.firstCpu, 2),
      firstServed: set.tasks - solved.firstPlan.unassigned.length,
      ...(solved.fullCpu === undefined ? {} : { fullCpu: round(solved.fullCpu, 2) }),
      served,
      servedShare: round(served / set.tasks, 4),
      km: round(km),
      cost: round(cost, 1),
      rounds: solved.rounds,
      megabytes: round(megabytes),
      ...(longs && behind !== undefined
        ? {
            costs: runs.map((each) => round(each.cost, 1)),
            longCosts: longs.map((each) => round(each.cost, 1)),
            longCpu: round(mean(longs.map((each) => each.cpu)), 1),
            longCost: round(meanCost(longs), 1),
            behindLong: round(behind, 2),
          }
        : {}),
    };
  });
}

function large() {
  return LARGE_SETS.filter(({ name }) => options.large.split(',').includes(name)).map((set) => {
    const problem = largeProblem(set);
    const runs = runsOf(problem, largeSeconds, shortSeeds);
    const longs = runsOf(problem, longSeconds, longSeeds);
    for (const { plan } of [...runs, ...longs]) {
      mustHold(check(problem, plan).length === 0, `${set.name} is no valid plan`);
      mustHold(plan.unassigned.length === 0, `${set.name} leaves customers out`);
    }
    const [cost, longCost] = [meanCost(runs), meanCost(longs)];
    const behindLong = round((cost / longCost - 1) * 100, 2);
    if (largeSeconds >= 30) shouldReach(behindLong <= 0.8, `${set.name} is more than 0.8 % behind its long run`);
    return {
      name: set.name,
      cpu: round(mean(runs.map((each) => each.cpu)), 1),
      cost: round(cost / TENTHS, 1),
      costs: runs.map((each) => round(each.cost / TENTHS, 1)),
      rounds: round(mean(runs.map((each) => each.rounds))),
      longCpu: round(mean(longs.map((each) => each.cpu)), 1),
      longCost: round(longCost / TENTHS, 1),
      longCosts: longs.map((each) => round(each.cost / TENTHS, 1)),
      behindLong,
    };
  });
}

/** The large set as the service plans it, against a run of `long-seconds`. */
async function together() {
  const sets = FIELD_SETS.filter(({ tasks }) => tasks >= 1000);
  const found = [];
  for (const set of sets) {
    const problem = fieldProblem(set);
    const seedsFrom = (count: number) => Array.from({ length: count }, (_, at) => seed + at);
    const runs = await runTogether(problem, togetherSeconds, seedsFrom(shortSeeds));
    const longs = await runTogether(problem, longSeconds, seedsFrom(longSeeds));
    const breaches = [...runs.breaches, ...longs.breaches];
    mustHold(breaches.length === 0, `${nameOf(set)} in all threads is no valid plan: ${breaches[0]}`);
    const behindLong = round((mean(runs.costs) / mean(longs.costs) - 1) * 100, 2);
    if (togetherSeconds >= 20)
      shouldReach(behindLong <= 1, `${nameOf(set)} in all threads is more than 1 % behind its long run`);
    found.push({
      name: nameOf(set),
      threads: runs.threads,
      seconds: togetherSeconds,
      costs: runs.costs.map((cost) => round(cost, 1)),
      rounds: round(mean(runs.rounds)),
      longCosts: longs.costs.map((cost) => round(cost, 1)),
      behindLong,
    });
  }
  return found;
}

const solved = solomon();
if (solved.length > 0) summary(solved);
const fields = fieldSeconds > 0 ? field() : [];
if (fields.length > 0)
  console.log(
    `\n${table([
      [
        'tasks x technicians x days',
        'first plan',
        'its served',
        'full plan',
        'served',
        'km',
        'cost',
        'cpu',
        'behind long run',
        'MB',
      ],
      ...fields.map((each) => [
        each.name,
        `${each.firstCpu} s`,
        String(each.firstServed),
        each.fullCpu === undefined ? 'never' : `${each.fullCpu} s`,
        `${each.served} (${round(each.servedShare * 100, 1)}%)`,
        String(each.km),
        String(each.cost),
        `${each.cpu} s`,
        each.behindLong === undefined ? '' : `${each.behindLong}%`,
        String(each.megabytes),
      ]),
    ])}`,
  );

const togethers = togetherSeconds > 0 && longSeconds > 0 ? await together() : [];
for (const { name, threads, costs, longCosts, behindLong } of togethers)
  console.log(
    `\n${name} in ${threads} threads: ${costs.join(', ')} in ${togetherSeconds} s, ${longCosts.join(', ')} in ${longSeconds} s: ${behindLong}% behind`,
  );

const larges = largeSeconds > 0 && longSeconds > 0 ? large() : [];
if (larges.length > 0)
  console.log(
    `\n${table([
      ['customers', 'distance', 'cpu', 'long run', 'behind it'],
      ...larges.map(({ name, cost, cpu, longCost, longCpu, behindLong }) => [
        name,
        String(cost),
        `${cpu} s`,
        `${longCost} in ${longCpu} s`,
        `${behindLong}%`,
      ]),
    ])}`,
  );

const file = isPart ? pathToFileURL(out) : new URL(`${out}.json`, results);
const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const outcome = {
  machine: machine(),
  solomon:
    solved.length === 0
      ? known.solomon
      : {
          seconds,
          seed,
          meanGap: round(mean(solved.map(({ gap }) => gap)), 3),
          worstGap: round(Math.max(...solved.map(({ gap }) => gap)), 3),
          instances: solved.map(({ instance, run: { cost, cpu, rounds }, gap }) => ({
            name: instance.name,
            distance: round(cost / TENTHS, 1),
            best: instance.best,
            gap: round(gap, 3),
            cpu: round(cpu, 2),
            rounds,
          })),
        },
  field: fields.length === 0 ? known.field : fields,
  together: togethers.length === 0 ? known.together : togethers,
  large: larges.length === 0 ? known.large : larges,
};
if (options.only === '' || isPart) writeFileSync(file, `${JSON.stringify(outcome, null, 2)}\n`);
const wrong = [...problems, ...missed];
console.log(wrong.length === 0 ? '\nAll targets met.' : `\nMISSED: ${wrong.join('; ')}.`);
process.exitCode = (isPart ? problems : wrong).length === 0 ? 0 : 1;
