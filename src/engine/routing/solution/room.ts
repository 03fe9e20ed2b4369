import type { State } from './state.ts';

/** Whether the van of a route has room for some nodes in a row, by everything that it carries. */
export function hasRoomFor(solution: State, r: number, first: number, last: number): boolean {
  const { layout, load } = solution;
  let sum = load[r] as number;
  for (let node = first; node <= last; node++) sum += layout.load[node] as number;
  return sum <= (layout.routes.capacity[r] as number) && hasOtherRoomFor(solution, r, first, last);
}

/** The same by the named loads alone. */
export function hasOtherRoomFor({ layout, otherLoad }: State, r: number, first: number, last: number): boolean {
  const { count, load, capacity } = layout.otherLoads;
  for (let kind = 0; kind < count; kind++) {
    let sum = otherLoad[r * count + kind] as number;
    for (let node = first; node <= last; node++) sum += load[node * count + kind] as number;
    if (sum > (capacity[r * count + kind] as number)) return false;
  }
  return true;
}

/** Adds up the named loads of a route. */
export function refreshOtherLoads({ layout, otherLoad, next }: State, r: number): void {
  const { firstStart, firstEnd, otherLoads } = layout;
  const { count, load } = otherLoads;
  otherLoad.fill(0, r * count, (r + 1) * count);
  for (let node = next[firstStart + r] as number; node !== firstEnd + r; node = next[node] as number)
    for (let kind = 0; kind < count; kind++)
      otherLoad[r * count + kind] = (otherLoad[r * count + kind] as number) + (load[node * count + kind] as number);
}
