import { linkGroups } from './link-distances.ts';
import type { Task } from './model.ts';

/** Links cut down to the tasks that are there. One that had to stay because another of its link was open may move again without it. */
export function withKeptLinks(tasks: readonly Task[]): Task[] {
  const groups = linkGroups(tasks);
  return tasks.map((task) => {
    const { link, locked, ...rest } = task;
    if (link === undefined) return task;
    const group = groups.get(link.id)?.tasks ?? [];
    if (group.length === 1) return rest;
    const ids = new Set(group.map(({ id }) => id));
    const hasOpen = group.some(({ planned }) => planned === undefined);
    return {
      ...rest,
      ...(locked && hasOpen ? { locked } : {}),
      link: { ...link, ...(link.distances ? { distances: link.distances.filter((each) => ids.has(each.task)) } : {}) },
    };
  });
}
