import type { Problem, Task, Visit } from '../model.ts';
import type { Breach } from './breach.ts';
import { isGiven } from './journeys.ts';

/** Linked means: all or none, different resources where they may not share one, and starts at the right distance. What is given is not judged by itself. */
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
      for (const other of tasks) {
        const mayShare = task.link?.sharesWith?.includes(other.id) || other.link?.sharesWith?.includes(task.id);
        if (other === task || mayShare) continue;
        if (of(task).some(({ resource }) => of(other).some((each) => each.resource === resource)))
          tell(task.id, `${task.id} and ${other.id} need different resources.`);
      }
    for (const task of tasks) {
      const { distances = [{ task: tasks[0]?.id ?? '', min: 0, max: 0 }] } = task.link ?? {};
      for (const { task: from, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } of distances) {
        const other = tasks.find((each) => each.id === from);
        const [start, begins] = [of(task)[0]?.start, of(other)[0]?.start];
        if (other === undefined || start === undefined || begins === undefined) continue;
        if (isGiven(problem, task) && isGiven(problem, other)) continue;
        if (start - begins < min || start - begins > max)
          tell(
            isGiven(problem, task) ? other.id : task.id,
            `${task.id} starts ${start - begins} s after ${from}, but the distance must be ${min} to ${max} s.`,
          );
      }
    }
  }
  return breaches;
}
