import { linkGroups } from './link-distances.ts';
import type { Distance, Link } from './model.ts';
import { upToSeconds } from './seconds.ts';
import type { Unit } from './units.ts';

/** Seconds from the start of one unit to the start of another that depends on it. */
export interface Apart {
  readonly before: Unit;
  readonly after: Unit;
  readonly min: number;
  /** Null without a limit. */
  readonly max: number | null;
  readonly differs: boolean;
}

interface LinkedUnits {
  /** By the ids of units. */
  readonly links: ReadonlyMap<string, Link>;
  /** Planned units that stay, because others of their link are open: they could only be moved together with something that is not there yet. */
  readonly staying: ReadonlySet<string>;
  /** Distances between units of different links. */
  readonly apart: readonly Apart[];
  /** Of links whose distances contradict each other. */
  readonly contradictory: readonly Unit[];
  /** How many maximum lags are not kept to. */
  readonly ignored: number;
}

/** More are hardly ever found a place for all at once. */
const LARGEST = 10;

const isLinking = ({ max, differs }: Apart): boolean => max !== null || differs;

/** An appointment that nobody is assigned to is what is open of its task. */
export const isPlanned = ({ appointment }: Unit): boolean => (appointment?.resources.length ?? 0) > 0;

export const durationOf = ({ lengthMs }: Unit): number => upToSeconds(lengthMs);

/**
 * Units with a maximum lag, or that need different resources, are planned as one: all or none. So are those between them: if B follows A within a
 * day, and C comes after A and before B, then C cannot be planned before nor after the two.
 */
export function joinUnits(all: readonly Apart[]): LinkedUnits {
  const { apart, groups, ignored } = grouped(all);
  const links = new Map<string, Link>();
  const staying = new Set<string>();
  const contradictory: Unit[] = [];
  const groupOf = new Map<string, number>();
  groups.forEach((units, no) => {
    for (const { id } of units) groupOf.set(id, no);
    const own = linksOf(units, `link ${units[0]?.id}`, apart);
    const isMixed = units.some(isPlanned) && !units.every(isPlanned);
    const isPossible = canBeKept(units, own);
    if (!isPossible) contradictory.push(...units);
    for (const [id, link] of own) if (isPossible) links.set(id, link);
    for (const unit of units) if (isPlanned(unit) && (isMixed || !isPossible)) staying.add(unit.id);
  });
  const isWithin = ({ before, after }: Apart): boolean => {
    const group = groupOf.get(before.id);
    return group !== undefined && group === groupOf.get(after.id);
  };
  return { links, staying, apart: apart.filter((each) => !isWithin(each)), contradictory, ignored };
}

const canBeKept = (units: readonly Unit[], links: ReadonlyMap<string, Link>): boolean =>
  [...linkGroups(units.flatMap(({ id }) => ({ id, link: links.get(id) }))).values()].every(
    ({ isPossible }) => isPossible,
  );

/** Which units belong together. Where too many would, or one is in a container, their maximum lags are ignored. */
function grouped(all: readonly Apart[]): { apart: readonly Apart[]; groups: readonly Unit[][]; ignored: number } {
  let apart = all;
  let ignored = 0;
  for (;;) {
    const groups = componentsOf(apart);
    const unfit = groups.find((units) => units.length > LARGEST || units.some(({ task }) => task.container !== null));
    if (unfit === undefined) return { apart, groups, ignored };
    const ids = new Set(unfit.map(({ id }) => id));
    apart = apart.map((each) => {
      if (!isLinking(each) || !ids.has(each.before.id)) return each;
      ignored++;
      return { ...each, max: null, differs: false };
    });
  }
}

function componentsOf(apart: readonly Apart[]): Unit[][] {
  const parent = new Map<string, string>();
  const find = (id: string): string => {
    let at = id;
    for (let up = parent.get(at); up !== undefined; up = parent.get(at)) at = up;
    return at;
  };
  const join = (one: string, other: string): void => {
    const [a, b] = [find(one), find(other)];
    if (a !== b) parent.set(b, a);
  };
  for (const each of apart) if (isLinking(each)) join(each.before.id, each.after.id);
  for (const root of new Set([...parent.values()].map(find))) {
    const behind = reached(find(root), apart, find, 'before', 'after');
    const ahead = reached(find(root), apart, find, 'after', 'before');
    for (const id of behind) if (ahead.has(id)) join(root, id);
  }
  const units = new Map(apart.flatMap(({ before, after }) => [before, after]).map((unit) => [unit.id, unit]));
  const groups = new Map<string, Unit[]>();
  for (const unit of units.values()) groups.set(find(unit.id), [...(groups.get(find(unit.id)) ?? []), unit]);
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** The groups that come behind one, or before it. */
function reached(
  root: string,
  apart: readonly Apart[],
  find: (id: string) => string,
  from: 'before' | 'after',
  to: 'before' | 'after',
): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const each of apart) {
    const [one, other] = [find(each[from].id), find(each[to].id)];
    if (one !== other) next.set(one, [...(next.get(one) ?? []), other]);
  }
  const seen = new Set<string>();
  const open = [root];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const other of next.get(at) ?? [])
      if (!seen.has(other)) {
        seen.add(other);
        open.push(other);
      }
  return seen;
}

function linksOf(units: readonly Unit[], id: string, apart: readonly Apart[]): ReadonlyMap<string, Link> {
  const ids = new Set(units.map((unit) => unit.id));
  const within = apart.filter(({ before, after }) => ids.has(before.id) && ids.has(after.id));
  return new Map(
    units.map((unit) => {
      const own = within.filter(({ after }) => after === unit);
      const distances = own.map(
        ({ before, min, max }): Distance => ({ task: before.id, min, ...(max === null ? {} : { max }) }),
      );
      const differing = within.filter(({ differs }) => differs).map(({ before, after }) => [before.id, after.id]);
      const sharesWith = [...ids].filter(
        (other) => other !== unit.id && !differing.some((pair) => pair.includes(other) && pair.includes(unit.id)),
      );
      return [unit.id, { id, distances, sharesWith }];
    }),
  );
}
