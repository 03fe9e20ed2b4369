/**
 * How long the service takes to start, and what it holds while nobody asks: the service as `npm start` runs it, with its private PostgreSQL.
 *
 *     npm run bench:idle -- [--starts=5] [--out=bench/results/idle.json]
 *
 * Memory that processes share is counted once: each page is divided among those that use it (Pss of the kernel).
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median, round, table } from './figures.ts';
import {
  cleanUp,
  cleanUpOnSignals,
  machine,
  processorMs,
  root,
  startService,
  temporaryFolder,
  writeFigures,
} from './support.ts';

const { values: given } = parseArgs({
  options: {
    starts: { type: 'string', default: '5' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/idle.json' },
  },
});
const STARTS = Number(given.starts);
/** Until what a start leaves to do is done. */
const SETTLE_MS = 20_000;
const GOALS = { firstStartMs: 2200, startMs: 900, memoryMb: 200 };

async function parentsById(): Promise<Map<number, number>> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(ids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return new Map(
    ids.map((pid, at) => {
      const stat = stats[at] ?? '';
      return [pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])];
    }),
  );
}

/** The processes below one, without it. */
async function childrenOf(pid: number): Promise<number[]> {
  const parents = await parentsById();
  const isBelow = (each: number): boolean => {
    for (let at = parents.get(each) ?? 0; at > 1; at = parents.get(at) ?? 0) if (at === pid) return true;
    return false;
  };
  return [...parents.keys()].filter(isBelow);
}

async function memoryMb(pids: readonly number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')));
  const kilobytes = texts.map((text) => Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0));
  return (kilobytes.reduce((sum, each) => sum + each, 0) * 1024) / 1e6;
}

interface Start {
  readonly ms: number;
  readonly cpuMs: number;
}

async function run(): Promise<void> {
  const cli = path.resolve(root, given.cli);
  const firsts: Start[] = [];
  const others: Start[] = [];
  let memory = { service: 0, postgres: 0 };
  for (let which = 0; which < STARTS; which++) {
    const folder = await temporaryFolder();
    for (const starts of [firsts, others]) {
      const service = await startService(cli, folder, { ROLES: 'api,worker' });
      starts.push({ ms: service.startMs, cpuMs: await processorMs(service.pid) });
      if (which === STARTS - 1 && starts === others) {
        await delay(SETTLE_MS);
        memory = { service: await memoryMb([service.pid]), postgres: await memoryMb(await childrenOf(service.pid)) };
      }
      await service.stop();
    }
  }
  const medianOf = (starts: readonly Start[], figure: keyof Start): number =>
    round(median(starts.map((each) => each[figure])));
  const figures = {
    firstStart: { ms: medianOf(firsts, 'ms'), cpuMs: medianOf(firsts, 'cpuMs') },
    start: { ms: medianOf(others, 'ms'), cpuMs: medianOf(others, 'cpuMs') },
    memory: {
      serviceMb: round(memory.service),
      postgresMb: round(memory.postgres),
      togetherMb: round(memory.service + memory.postgres),
    },
  };
  const shown = (value: number, goal: number, unit: string): string[] => [
    `${value} ${unit}`,
    `<= ${goal} ${unit}`,
    value <= goal ? 'pass' : 'MISS',
  ];
  console.log(
    table([
      ['', 'measured', 'goal', ''],
      ['first start', ...shown(figures.firstStart.ms, GOALS.firstStartMs, 'ms')],
      ['later start', ...shown(figures.start.ms, GOALS.startMs, 'ms')],
      ['processor time of the service, later start', `${figures.start.cpuMs} ms`],
      ['idle memory, service', `${figures.memory.serviceMb} MB`],
      ['idle memory, PostgreSQL', `${figures.memory.postgresMb} MB`],
      ['idle memory together', ...shown(figures.memory.togetherMb, GOALS.memoryMb, 'MB')],
    ]),
  );
  await writeFigures(given.out, { machine: machine('private'), starts: STARTS, ...figures });
}

cleanUpOnSignals();
await run().finally(cleanUp);
