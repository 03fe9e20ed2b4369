import { check } from '../src/engine/routing/check.ts';
import { round, table } from './figures.ts';
import { careInstances, evaluate } from './routing-hhcrsp.ts';
import { run } from './routing-run.ts';

/** What the mean of a class may be behind the best published costs, in %, after 60 seconds. */
const GOALS: Readonly<Record<string, number>> = { 25: 0.1, 50: 1, 75: 1, 100: 2, 200: 3, 300: 3 };

interface CareOptions {
  readonly folder: string;
  readonly only: readonly string[];
  readonly seconds: number;
  readonly seeds: readonly number[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Home care with linked visits, against the best published costs. Answers what is missed. */
export function homeCare({ folder, only, seconds, seeds }: CareOptions) {
  const missed: string[] = [];
  console.log('name seed cost best gap travel tardiness largest cpu rounds');
  const instances = careInstances(folder, only).map(({ name, className, best, data, problem }) => {
    const runs = seeds.map((seed) => {
      const solved = run(problem, seconds, seed);
      const { faults, travel, tardiness, largest, cost } = evaluate(data, solved.plan);
      if (faults.length > 0) missed.push(`${name} with seed ${seed} is not feasible: ${faults[0]}`);
      if (check(problem, solved.plan).length > 0) missed.push(`the check refuses ${name} with seed ${seed}`);
      const gap = (cost / best - 1) * 100;
      const parts = [travel, tardiness, largest].map((each) => each.toFixed(1)).join(' ');
      console.log(
        `${name} ${seed} ${cost.toFixed(2)} ${best} ${gap.toFixed(2)}% ${parts} ${solved.cpu.toFixed(1)} ${solved.rounds}`,
      );
      return { seed, cost: round(cost, 3), gap: round(gap, 3), rounds: solved.rounds };
    });
    return { name, className, best, gap: round(mean(runs.map(({ gap }) => gap)), 3), runs };
  });
  const classes = [...new Set(instances.map(({ className }) => className))];
  const rows = classes.map((name) => {
    const gaps = instances
      .filter(({ className }) => className === name)
      .flatMap(({ runs }) => runs.map(({ gap }) => gap));
    const goal = GOALS[name];
    if (seconds >= 60 && goal !== undefined && mean(gaps) > goal)
      missed.push(`the mean gap of ${name} patients is above ${goal} %`);
    return [
      name,
      String(gaps.length),
      `${mean(gaps).toFixed(2)}%`,
      `${Math.max(...gaps).toFixed(2)}%`,
      goal === undefined ? '' : `${goal}%`,
    ];
  });
  console.log(`\n${table([['patients', 'runs', 'mean gap', 'worst', 'goal at 60 s'], ...rows])}`);
  return { missed, instances };
}
