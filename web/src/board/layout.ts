import type { Axis } from './axis.ts';
import { type Overflow, pack, type Span } from './packing.ts';
import type { Bar, BoardResource } from './types.ts';

export interface Placement extends Span {
  readonly bar: Bar;
  readonly lane: number;
}

export interface Row {
  readonly resource: BoardResource;
  /** Ascending by start. */
  readonly bars: readonly Bar[];
  readonly placements: readonly Placement[];
  readonly overflow: readonly Overflow[];
  readonly lanes: number;
}

export interface RowShape {
  readonly axis: Axis;
  readonly stack: boolean;
  /** Selects the bars that are drawn; the others still belong to the row. */
  readonly shows: (bar: Bar) => boolean;
}

/** A narrower bar cannot be grabbed. */
const LEAST_WIDTH = 7;
const GAP = 1;

export function layRow(resource: BoardResource, bars: readonly Bar[], { axis, stack, shows }: RowShape): Row {
  const shown = bars.filter((bar) => bar.end > axis.start && bar.start < axis.end && shows(bar));
  const spans = shown.map((bar) => {
    const x = axis.xOf(bar.start);
    return { x, width: Math.max(LEAST_WIDTH, axis.xOf(bar.end) - x - GAP) };
  });
  const packed = stack ? pack(spans) : { lanes: spans.map(() => 0), used: 1, overflow: [] };
  const placements: Placement[] = [];
  for (const [i, bar] of shown.entries()) {
    const lane = packed.lanes[i] ?? -1;
    if (lane >= 0) placements.push({ ...(spans[i] as Span), bar, lane });
  }
  return { resource, bars, placements, overflow: packed.overflow, lanes: packed.used };
}

/** Bars of each resource, ascending by start; a bar of several resources is in the list of each. */
export function barsByResource(bars: Iterable<Bar>): Map<string, Bar[]> {
  const grouped = new Map<string, Bar[]>();
  for (const bar of bars)
    for (const no of bar.resources) {
      const own = grouped.get(no);
      if (own) own.push(bar);
      else grouped.set(no, [bar]);
    }
  for (const own of grouped.values()) own.sort(byStart);
  return grouped;
}

/** Replaces bars in the lists of their resources, and returns the resources whose rows change. */
export function replaceBars(
  byResource: Map<string, Bar[]>,
  before: readonly Bar[],
  after: readonly Bar[],
): ReadonlySet<string> {
  const touched = new Set([...before, ...after].flatMap(({ resources }) => resources));
  const gone = new Set(before.map(({ id }) => id));
  for (const no of touched) {
    const kept = (byResource.get(no) ?? []).filter(({ id }) => !gone.has(id));
    kept.push(...after.filter(({ resources }) => resources.includes(no)));
    byResource.set(no, kept.sort(byStart));
  }
  return touched;
}

const byStart = (one: Bar, other: Bar): number => one.start - other.start || one.id - other.id;

/** The top edge of every row, and the bottom edge of the last. */
export function edgesOf(heights: Iterable<number>): number[] {
  const edges = [0];
  for (const height of heights) edges.push((edges.at(-1) as number) + height);
  return edges;
}
