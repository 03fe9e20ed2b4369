import { isLong } from './day-load.ts';
import type { Bar, BoardResource, BoardView, Interval } from './types.ts';

export const GROUP_HEIGHT = 26;

/** Resources under one header. */
export interface ResourceGroup {
  /** Empty for resources without one. */
  readonly name: string;
  readonly resources: readonly BoardResource[];
  readonly isCollapsed: boolean;
  /** Index of its first row; for a collapsed group the row that follows it. */
  readonly row: number;
}

export interface Grouping {
  /** Empty without groups. */
  readonly groups: readonly ResourceGroup[];
  /** The resources that have a row, in the order of their groups. */
  readonly shown: readonly BoardResource[];
}

const groupOf = ({ group, fields }: BoardResource, byTeam: boolean): string | undefined =>
  group ?? (byTeam ? (fields?.['team'] ?? '') : undefined);

/** Groups in the order in which their first resources come. One group without a name is none. */
export function groupResources(
  resources: readonly BoardResource[],
  { byTeam = false, collapsed = [] }: Pick<BoardView, 'byTeam' | 'collapsed'>,
): Grouping {
  const members = new Map<string, BoardResource[]>();
  for (const resource of resources) {
    const name = groupOf(resource, byTeam);
    if (name === undefined) return { groups: [], shown: resources };
    const known = members.get(name);
    if (known) known.push(resource);
    else members.set(name, [resource]);
  }
  if (members.size === 0 || (members.size === 1 && members.has(''))) return { groups: [], shown: resources };
  const closed = new Set(collapsed);
  const shown: BoardResource[] = [];
  const groups = [...members].map(([name, own]): ResourceGroup => {
    const isCollapsed = closed.has(name);
    const row = shown.length;
    if (!isCollapsed) shown.push(...own);
    return { name, resources: own, isCollapsed, row };
  });
  return { groups, shown };
}

/** The top edge of every row and the bottom edge of the last, with room for the headers, and the top edges of the headers. */
export function edgesWithHeaders(
  heights: readonly number[],
  groups: readonly ResourceGroup[],
): { edges: number[]; tops: number[] } {
  const edges: number[] = [];
  const tops: number[] = [];
  let y = 0;
  let next = 0;
  for (let row = 0; row <= heights.length; row++) {
    for (; groups[next]?.row === row; next++) {
      tops.push(y);
      y += GROUP_HEIGHT;
    }
    edges.push(y);
    y += heights[row] ?? 0;
  }
  return { edges, tops };
}

/** Whether a position is on a header. */
export const isOnHeader = (tops: readonly number[], y: number): boolean =>
  tops.some((top) => y >= top && y < top + GROUP_HEIGHT);

export interface WindowLoad {
  readonly availableMs: number;
  readonly bookedMs: number;
  /** Working time without a bar. */
  readonly freeMs: number;
}

/** The load of a resource in a window. Work outside working time counts as booked, except for the nights of a long item. */
export function windowLoad(window: Interval, working: readonly Interval[], bars: readonly Bar[]): WindowLoad {
  const open = working.flatMap((interval) => clipped(interval, window) ?? []);
  const availableMs = open.reduce((sum, { start, end }) => sum + end - start, 0);
  let [bookedMs, takenMs] = [0, 0];
  let till = Number.NEGATIVE_INFINITY;
  for (const bar of bars) {
    const part = clipped(bar, window);
    if (!part) continue;
    const inHours = overlapMs(open, part);
    bookedMs += inHours > 0 && isLong(bar) ? inHours : part.end - part.start;
    // Bars are ascending by start: only what is not covered by those before is new.
    if (part.end > till) takenMs += overlapMs(open, { start: Math.max(part.start, till), end: part.end });
    till = Math.max(till, part.end);
  }
  return { availableMs, bookedMs, freeMs: availableMs - takenMs };
}

function clipped(interval: Interval, window: Interval): Interval | undefined {
  const [start, end] = [Math.max(interval.start, window.start), Math.min(interval.end, window.end)];
  return end > start ? { start, end } : undefined;
}

/** `open` is ascending and disjoint. */
function overlapMs(open: readonly Interval[], { start, end }: Interval): number {
  let ms = 0;
  for (const interval of open) {
    if (interval.start >= end) break;
    ms += Math.max(0, Math.min(interval.end, end) - Math.max(interval.start, start));
  }
  return ms;
}
