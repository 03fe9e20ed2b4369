/**
 * The benchmarks one after the other, smaller than each is alone, and one table with what they are to reach:
 *
 *     npm run bench -- [--only=import,slots]
 *
 * Nothing else should run meanwhile. It takes less than 20 minutes on 2 cores; figures go to a folder of their own, not to bench/results.
 *
 * Ratios can be compared between machines. Milliseconds only where the fixed work at the end takes as long.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median, round, table } from './figures.ts';
import { root } from './support.ts';

const { values: given } = parseArgs({ options: { only: { type: 'string', default: '' } } });

interface Figure {
  readonly work: string;
  readonly value: number;
  readonly unit: string;
  /** One of the two. */
  readonly least?: number;
  readonly most?: number;
}

interface Part {
  readonly name: string;
  readonly args: readonly string[];
  /** What is read from the file that the benchmark writes. */
  readonly figures: (written: never) => readonly Figure[];
}

const part = <Written>(
  name: string,
  args: readonly string[],
  figures: (written: Written) => readonly Figure[],
): Part => ({ name, args, figures });

interface Ratio {
  readonly pairedRatio: number;
}

const ratio = (work: string, { pairedRatio }: Ratio, least: number): Figure => ({
  work: `${work}, against SQL`,
  value: pairedRatio,
  unit: 'x',
  least,
});

interface ImportFigures {
  readonly insert: Ratio;
  readonly unchanged: Ratio;
  readonly update: Ratio;
  readonly inFlight: { readonly ratio: number };
  readonly memory: { readonly highWaterMb: number };
}

interface SlotKind {
  readonly name: string;
  readonly cpu: { readonly mean: number };
  readonly serviceCpu: number;
  readonly http: { readonly p99: number };
}

interface IdleFigures {
  readonly firstStart: { readonly ms: number };
  readonly start: { readonly ms: number };
  readonly memory: { readonly togetherMb: number };
}

interface BoardRead {
  readonly ratio: number;
  readonly firstByteMs: number;
}

interface Behind {
  readonly name: string;
  readonly behindLong?: number;
}

interface Routing {
  /** Missing where the instances are: they are no part of the repository. */
  readonly solomon?: { readonly meanGap: number; readonly worstGap: number };
  readonly field: readonly Behind[];
  readonly together: readonly Behind[];
  readonly large: readonly Behind[];
}

const behind = (sets: readonly Behind[], what: string, most: number): Figure[] =>
  sets.flatMap(({ name, behindLong }) =>
    behindLong === undefined
      ? []
      : [{ work: `routing, ${name} ${what}: behind its own 120 s`, value: behindLong, unit: '%', most }],
  );

/** Two of each class of Solomon's instances. */
const INSTANCES = 'C101,C201,R101,R103,R201,R205,RC101,RC103,RC201,RC205';
const SLOT_P99 = [25, 50, 140];

const parts: readonly Part[] = [
  part<IdleFigures>('idle', ['--starts=3'], ({ firstStart, start, memory }) => [
    { work: 'first start', value: firstStart.ms, unit: 'ms', most: 2200 },
    { work: 'later start', value: start.ms, unit: 'ms', most: 900 },
    { work: 'idle memory, with PostgreSQL', value: memory.togetherMb, unit: 'MB', most: 200 },
  ]),
  part<ImportFigures>('import', ['--rows=20000', '--rounds=2', '--starts=1'], (written) => [
    ratio('import, new tasks', written.insert, 0.7),
    ratio('import, unchanged tasks', written.unchanged, 1.3),
    ratio('import, changed tasks', written.update, 0.55),
    { work: 'import, 4 in flight, against SQL', value: written.inFlight.ratio, unit: 'x', least: 0.6 },
    { work: 'memory during imports', value: written.memory.highWaterMb, unit: 'MB', most: 300 },
  ]),
  part<{ readonly insert: Ratio }>('records', ['--rows=10000', '--rounds=2', '--only=write'], ({ insert }) => [
    ratio('appointments with a resource, new', insert, 0.55),
  ]),
  part<{ readonly insert: Ratio; readonly update: Ratio }>(
    'time',
    ['--batches=10', '--rounds=2', '--reads=3', '--entries=20000'],
    ({ insert, update }) => [ratio('time entries, new', insert, 0.5), ratio('time entries, changed', update, 0.5)],
  ),
  part<{ readonly kinds: readonly SlotKind[] }>('slots', ['--questions=400'], ({ kinds }) =>
    kinds.flatMap(({ name, cpu, serviceCpu, http }, at) => [
      { work: `slots, ${name}: beside the engine`, value: round(serviceCpu - cpu.mean, 2), unit: 'ms', most: 1.5 },
      { work: `slots, ${name}: p99 of 8 clients`, value: http.p99, unit: 'ms', most: SLOT_P99[at] ?? 0 },
    ]),
  ),
  part<{ readonly seconds: number }>('projection', ['--rounds=2'], ({ seconds }) => [
    { work: 'first build of the plan, 40,000 appointments', value: seconds, unit: 's', most: 4 },
  ]),
  part<BoardRead>('board-read', ['--reads=10'], ({ ratio, firstByteMs }) => [
    { work: 'GET /board, 10,000 appointments, against SQL', value: ratio, unit: 'x', most: 2 },
    { work: 'GET /board: first byte', value: firstByteMs, unit: 'ms', most: 100 },
  ]),
  part<Routing>(
    'routing',
    [
      `--only=${INSTANCES}`,
      '--field-seconds=20',
      '--together-seconds=20',
      '--large-seconds=30',
      '--large=R1-400',
      '--short-seeds=3',
      '--long-seeds=1',
    ],
    ({ solomon, field, together, large }) => [
      ...(solomon
        ? [
            { work: 'routing, Solomon, 5 s: mean behind the best', value: solomon.meanGap, unit: '%', most: 0.25 },
            { work: 'routing, Solomon, 5 s: worst', value: solomon.worstGap, unit: '%', most: 1.2 },
          ]
        : []),
      ...behind(large, 'customers, 30 s', 0.8),
      ...behind(field, 'tasks, 20 s of one thread', 1),
      ...behind(together, 'tasks, 20 s as the service searches', 1),
    ],
  ),
];

async function figuresOf({ name, args, figures }: Part, folder: string): Promise<readonly Figure[]> {
  const out = path.join(folder, `${name}.json`);
  console.log(`\n${name} ${args.join(' ')}`);
  const child = spawn(process.execPath, ['--import', 'tsx', `bench/${name}.ts`, ...args, `--out=${out}`], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`bench/${name}.ts ended with ${code}`);
  return figures(JSON.parse(await readFile(out, 'utf8')) as never);
}

const FIXED_ROWS = Array.from({ length: 20_000 }, (_, at) => ({
  no: `T-${at}`,
  at,
  start: `2026-01-01T08:00:00Z`,
  x: at / 7,
}));

/** Ms that one thread takes to write and read the same JSON: how fast this machine is just now. The median of nine. */
function fixedWork(): number {
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    const read = JSON.parse(JSON.stringify(FIXED_ROWS)) as unknown[];
    if (read.length !== FIXED_ROWS.length) throw new Error('the fixed work lost rows');
    return performance.now() - began;
  });
  return Math.round(median(times));
}

const goalOf = ({ least, most, unit }: Figure): string =>
  least === undefined ? `<= ${most} ${unit}` : `>= ${least} ${unit}`;

const isReached = ({ value, least, most }: Figure): boolean =>
  least === undefined ? value <= (most ?? Number.NaN) : value >= least;

const chosen = given.only === '' ? parts : parts.filter(({ name }) => given.only.split(',').includes(name));
const folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-bench-'));
const began = performance.now();
const before = fixedWork();
const found: Figure[] = [];
const failed: string[] = [];
for (const each of chosen)
  try {
    found.push(...(await figuresOf(each, folder)));
  } catch (error) {
    failed.push(error instanceof Error ? error.message : String(error));
  }
console.log(
  `\n${table([
    ['', 'measured', 'goal', ''],
    ...found.map((figure) => [
      figure.work,
      `${figure.value} ${figure.unit}`,
      goalOf(figure),
      isReached(figure) ? 'pass' : 'MISS',
    ]),
  ])}`,
);
for (const why of failed) console.error(why);
console.log(
  `fixed work: ${before} ms at the beginning, ${fixedWork()} ms at the end, on ${os.cpus()[0]?.model ?? 'an unknown processor'}`,
);
console.log(
  `${Math.round((performance.now() - began) / 60_000)} minutes; load ${os.loadavg()[2]?.toFixed(1)}; figures in ${folder}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
