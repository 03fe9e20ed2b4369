import type { Problem, Task, Visit } from '../model.ts';
import type { Breach } from './breach.ts';
import { isGiven } from './journeys.ts';

/** Linked means: all or none, different resources, and starts at the right distance from the first task. What is given is not judged by itself. */
export function linkBreaches(problem: Problem, visits: ReadonlyMap<string, readonly Visit[]>): readonly Breach[] {
  const breaches: Breach[] = [];
  for (const id of new Set(problem.tasks.map(({ link }) => link?.id))) {
    if (id === undefined) continue;
    const tasks = problem.tasks.filter(({ link }) => link?.id === id);
    const free = tasks.filter((task) => !isGiven(problem, task));
    const of = (task: Task | undefined): readonly Visit[] => visits.get(task?.id ?? '') ?? [];
    const served = free.filter((task) => of(task).length > 0);
    const tell = (task: string, detail: string): void => {
      breaches.push({ rule: 'link', task, detail });
    };
    if (served.length === 0) continue;
    if (served.length < free.length) tell(free[0]?.id ?? id, `Of link ${id} only a part is served.`);
    for (const task of served)
      for (const other of tasks)
        if (other !== task && of(task).some(({ resource }) => of(other).some((each) => each.resource === resource)))
          tell(task.id, `${task.id} and ${other.id} need different resources.`);
    const [first, ...others] = tasks;
    const begins = of(first)[0]?.start;
    if (first === undefined || begins === undefined) continue;
    for (const task of others) {
      const start = of(task)[0]?.start;
      if (start === undefined || (isGiven(problem, task) && isGiven(problem, first))) continue;
      const { min = 0, max = min } = task.link ?? {};
      if (start - begins < min || start - begins > max)
        tell(
          task.id,
          `${task.id} starts ${start - begins} s after ${first.id}, but the distance must be ${min} to ${max} s.`,
        );
    }
  }
  return breaches;
}
