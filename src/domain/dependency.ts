/** One thing that waits for another: by keys or ids. */
export interface Edge<T> {
  readonly predecessor: T;
  readonly successor: T;
}

/** Some thirty years. Longer lags are refused; those that were stored before count as this, so that no time leaves the calendar. */
export const LONGEST_LAG_SECONDS = 1_000_000_000;

export const boundedLag = (seconds: number): number =>
  Math.max(-LONGEST_LAG_SECONDS, Math.min(LONGEST_LAG_SECONDS, seconds));

const LONGEST_LAG_DAYS = Math.floor(LONGEST_LAG_SECONDS / 86_400);

export const boundedLagDays = (days: number): number => Math.max(-LONGEST_LAG_DAYS, Math.min(LONGEST_LAG_DAYS, days));

/** Of the wanted dependencies, taken in their order, those that would make something wait for itself. */
export function circular<T, E extends Edge<T>>(known: readonly Edge<T>[], wanted: readonly E[]): Set<E> {
  const after = new Map<T, Set<T>>();
  const add = ({ predecessor, successor }: Edge<T>): void => {
    const next = after.get(predecessor);
    if (next) next.add(successor);
    else after.set(predecessor, new Set([successor]));
  };
  for (const edge of known) add(edge);
  const found = new Set<E>();
  for (const edge of wanted) {
    if (reaches(after, edge.successor, edge.predecessor)) found.add(edge);
    else add(edge);
  }
  return found;
}

function reaches<T>(after: ReadonlyMap<T, ReadonlySet<T>>, from: T, to: T): boolean {
  const seen = new Set<T>([from]);
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return true;
    for (const next of after.get(at) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}

/** A circle of things that wait for each other, in the order in which they wait; undefined where there is none. */
export function circleIn<T>(edges: readonly Edge<T>[]): readonly T[] | undefined {
  const after = new Map<T, T[]>();
  for (const { predecessor, successor } of edges)
    after.set(predecessor, [...(after.get(predecessor) ?? []), successor]);
  const done = new Set<T>();
  for (const start of after.keys()) {
    // The way from the start to where we are, with what is still to be tried at each step.
    const way: T[] = [start];
    const open: T[][] = [[...(after.get(start) ?? [])]];
    while (way.length > 0) {
      const next = open.at(-1)?.pop();
      if (next === undefined) {
        done.add(way.pop() as T);
        open.pop();
      } else if (way.includes(next)) return way.slice(way.indexOf(next));
      else if (!done.has(next)) {
        way.push(next);
        open.push([...(after.get(next) ?? [])]);
      }
    }
  }
  return undefined;
}
