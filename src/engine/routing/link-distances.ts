import type { Link } from './model.ts';

interface Linked {
  readonly id: string;
  readonly link?: Link | undefined;
}

/** The tasks of a link, and what all of their distances together say of any two of them. */
export interface LinkGroup<T extends Linked = Linked> {
  readonly tasks: readonly T[];
  /** Seconds from the start of one task to the start of another, at least; -Infinity where nothing is said. */
  least(from: string, to: string): number;
  /** Whether one resource may visit both. */
  mayShare(one: string, other: string): boolean;
  /** False where the distances contradict each other. */
  readonly isPossible: boolean;
}

/** Shared by all that plan. The check has its own words for it. */
export function linkGroups<T extends Linked>(tasks: readonly T[]): ReadonlyMap<string, LinkGroup<T>> {
  const members = new Map<string, T[]>();
  for (const task of tasks) if (task.link) members.set(task.link.id, [...(members.get(task.link.id) ?? []), task]);
  return new Map([...members].map(([id, own]) => [id, linkGroup(own)]));
}

function linkGroup<T extends Linked>(tasks: readonly T[]): LinkGroup<T> {
  const index = new Map(tasks.map(({ id }, at) => [id, at]));
  const table = closed(tasks, index);
  const shares = tasks.map(({ link }) => new Set(link?.sharesWith));
  return {
    tasks,
    least: (from, to) => table[index.get(from) ?? -1]?.[index.get(to) ?? -1] ?? Number.NEGATIVE_INFINITY,
    mayShare: (one, other) =>
      (shares[index.get(one) ?? -1]?.has(other) || shares[index.get(other) ?? -1]?.has(one)) ?? false,
    isPossible: table.every((row, at) => row[at] === 0),
  };
}

/** A task that starts an hour after another, which starts an hour after a third, starts two hours after that one: the longest path between any two. */
function closed(tasks: readonly Linked[], index: ReadonlyMap<string, number>): number[][] {
  const table = tasks.map((_, row) => tasks.map((__, at) => (row === at ? 0 : Number.NEGATIVE_INFINITY)));
  const raise = (from: number, to: number, least: number): void => {
    const row = table[from];
    if (row && least > (row[to] as number)) row[to] = least;
  };
  tasks.forEach(({ link }, own) => {
    for (const { task, min, max } of link?.distances ?? togetherWith(tasks)) {
      const other = index.get(task);
      if (other === undefined || other === own) continue;
      if (min !== undefined) raise(other, own, min);
      if (max !== undefined) raise(own, other, -max);
    }
  });
  for (let via = 0; via < tasks.length; via++)
    for (let from = 0; from < tasks.length; from++)
      for (let to = 0; to < tasks.length; to++)
        raise(from, to, (table[from]?.[via] as number) + (table[via]?.[to] as number));
  return table;
}

const togetherWith = ([first]: readonly Linked[]) => (first ? [{ task: first.id, min: 0, max: 0 }] : []);
