import { MINUTE_MS } from '../availability/stretches.ts';
import type { Reason } from './reason.ts';

/** What a resource can carry of something that a task needs, where it cannot carry it on every day. */
export interface ScarceLoad {
  readonly resourceId: number;
  /** What is carried: parts, crates, kg. */
  readonly name: string;
  readonly asked: number;
  readonly capacity: number;
  /** Days of the resource on which too little is left of it, in order, in epoch ms. A day counts for what starts on it. */
  readonly fullDays: readonly { readonly start: number; readonly end: number }[];
}

/** Minutes in which no work may start: from the first to before the last. */
export interface ClosedRun {
  readonly from: number;
  readonly till: number;
}

/** How the loads of a task limit a question. */
export interface KeptLoads {
  /** By the ids of resources that cannot carry them on any day. */
  readonly tooMuch: ReadonlyMap<number, Reason>;
  /** By the ids of resources: in order, none within another. */
  readonly closed: ReadonlyMap<number, readonly ClosedRun[]>;
  /** Of resources that are free only on such days. */
  readonly reason: Reason;
  /** What is carried. */
  readonly names: string;
}

/** Nothing where all resources can carry the loads of the task on all days. */
export function keptLoads(loads: readonly ScarceLoad[]): KeptLoads | undefined {
  if (loads.length === 0) return undefined;
  const tooMuch = new Map<number, Reason>();
  const days = new Map<number, Map<number, ClosedRun>>();
  for (const { resourceId, name, asked, capacity, fullDays } of loads) {
    if (asked > capacity)
      tooMuch.set(resourceId, {
        rule: 'load',
        detail: `The resource can carry ${capacity} of ${name}, and the task needs ${asked}.`,
        value: name,
      });
    const ofResource = days.get(resourceId) ?? new Map<number, ClosedRun>();
    for (const { start, end } of fullDays)
      ofResource.set(start, { from: Math.ceil(start / MINUTE_MS), till: Math.ceil(end / MINUTE_MS) });
    days.set(resourceId, ofResource);
  }
  const names = [...new Set(loads.map(({ name }) => name))].join(', ');
  return {
    tooMuch,
    closed: new Map([...days].map(([id, runs]) => [id, [...runs.values()].sort((a, b) => a.from - b.from)])),
    reason: {
      rule: 'load',
      detail: `What the resource can carry of ${names} is used up on the days when it is free.`,
      value: names,
    },
    names,
  };
}

/** The parts of a run of minutes, both ends included, that lie outside of closed ones. */
export function startsOutside(
  closed: readonly ClosedRun[],
  first: number,
  last: number,
  visit: (first: number, last: number) => void,
): void {
  let at = first;
  for (const { from, till } of closed) {
    if (till <= at) continue;
    if (from > last) break;
    if (at < from) visit(at, from - 1);
    at = till;
  }
  if (at <= last) visit(at, last);
}
