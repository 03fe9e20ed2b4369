import type { Placement } from './layout.ts';
import type { Dependency } from './types.ts';

/** Where a bar is drawn, in px of the board. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

export interface DependencyPaths {
  readonly plain: string;
  /** Of selected bars. */
  readonly strong: string;
  /** The successor does not wait. */
  readonly broken: string;
}

const BEND = 8;
const ARROW = 4;

/** The line from a predecessor to its successor, with an arrow. */
export function pathBetween(from: Box, to: Box, type: number): string {
  const [startsAtEnd, endsAtEnd] = [type === 0 || type === 2, type === 2 || type === 3];
  const [x1, y1] = [startsAtEnd ? from.right : from.left, from.middle];
  const [x2, y2] = [endsAtEnd ? to.right : to.left, to.middle];
  const out = x1 + (startsAtEnd ? BEND : -BEND);
  const into = x2 + (endsAtEnd ? BEND : -BEND);
  const tip = endsAtEnd ? ARROW : -ARROW;
  const n = (value: number): string => value.toFixed(1);
  const middle = (y1 + y2) / 2;
  return `M${n(x1)} ${n(y1)}H${n(out)}V${n(middle)}H${n(into)}V${n(y2)}H${n(x2)}m${tip} ${-ARROW}l${-tip} ${ARROW}l${tip} ${ARROW}`;
}

/** Whether the times of two bars break a dependency. */
export function isBroken(
  from: { readonly start: number; readonly end: number },
  to: { readonly start: number; readonly end: number },
  { type, lagInSeconds, maxLagInSeconds }: Pick<Dependency, 'type' | 'lagInSeconds' | 'maxLagInSeconds'>,
): boolean {
  const before = type === 0 || type === 2 ? from.end : from.start;
  const lag = ((type === 2 || type === 3 ? to.end : to.start) - before) / 1000;
  return lag < lagInSeconds || (maxLagInSeconds !== null && lag > maxLagInSeconds);
}

interface Shown {
  readonly dependencies: readonly Dependency[];
  /** Draws all of them; otherwise those of selected bars. */
  readonly all: boolean;
  readonly selected: ReadonlySet<number>;
  boxOf(id: number): (Box & { readonly placement: Placement; readonly isVisible: boolean }) | undefined;
}

/** The lines of which at least one end is visible. */
export function dependencyPaths({ dependencies, all, selected, boxOf }: Shown): DependencyPaths {
  const paths = { plain: '', strong: '', broken: '' };
  for (const dependency of dependencies) {
    const { from, to, type } = dependency;
    const isSelected = selected.has(from) || selected.has(to);
    if (!all && !isSelected) continue;
    const [one, other] = [boxOf(from), boxOf(to)];
    if (!one || !other || !(one.isVisible || other.isVisible)) continue;
    const wrong = isBroken(one.placement.bar, other.placement.bar, dependency);
    paths[wrong ? 'broken' : isSelected ? 'strong' : 'plain'] += pathBetween(one, other, type);
  }
  return paths;
}
