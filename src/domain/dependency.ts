/** One thing that waits for another: by keys or ids. */
export interface Edge<T> {
  readonly predecessor: T;
  readonly successor: T;
}

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
