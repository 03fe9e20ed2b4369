import { compile } from '../src/engine/routing/layout/compile.ts';
import type { Plan, Problem } from '../src/engine/routing/model.ts';
import { Solver } from '../src/engine/routing/solver.ts';

/** What the plan cost when so many seconds of processor time had gone. */
export interface Moment {
  readonly cpu: number;
  readonly cost: number;
}

export interface Run {
  readonly plan: Plan;
  readonly cost: number;
  readonly cpu: number;
  /** Until the first plan stood. */
  readonly firstCpu: number;
  readonly firstPlan: Plan;
  /** Until nothing was left out; undefined if that never was. */
  readonly fullCpu: number | undefined;
  readonly rounds: number;
  readonly history: readonly Moment[];
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Plans for so many seconds of processor time, those of the whole process: one thread plans, and the engine's own threads help it a little. */
export function run(problem: Problem, seconds: number, seed: number): Run {
  const began = cpuSeconds();
  const solver = new Solver(compile(problem), seed);
  const firstPlan = solver.plan();
  const firstCpu = cpuSeconds() - began;
  let fullCpu = solver.absent === 0 ? firstCpu : undefined;
  const history: Moment[] = [{ cpu: firstCpu, cost: solver.cost }];
  for (let cpu = firstCpu; cpu < seconds; cpu = cpuSeconds() - began) {
    solver.step(100, cpu / seconds);
    if (solver.absent === 0) fullCpu ??= cpuSeconds() - began;
    if (solver.cost < (history.at(-1)?.cost ?? 0)) history.push({ cpu: cpuSeconds() - began, cost: solver.cost });
  }
  const cpu = cpuSeconds() - began;
  history.push({ cpu, cost: solver.cost });
  return {
    plan: solver.plan(),
    cost: solver.cost,
    cpu,
    firstCpu,
    firstPlan,
    fullCpu,
    rounds: solver.iterations,
    history,
  };
}

export const costAt = (history: readonly Moment[], cpu: number): number =>
  history.filter((each) => each.cpu <= cpu).at(-1)?.cost ?? history[0]?.cost ?? Number.NaN;
