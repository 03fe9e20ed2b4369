import { isRecord, listOf, numberIn, oneOf, type Parser, textUpTo } from '../settings.ts';
import { EVERYTHING, type FilterGroup, parseFilter } from './conditions.ts';

/** The columns, order, group and filter of a list; part of a saved view. */
export interface TableLayout {
  /** Shown columns in their order; empty means the usual ones. */
  readonly columns: readonly ShownColumn[];
  /** The most important first. */
  readonly sort: readonly SortKey[];
  /** A column; empty for no groups. */
  readonly group: string;
  readonly where: FilterGroup;
}

export interface ShownColumn {
  readonly name: string;
  /** In px; undefined for the usual width. */
  readonly width?: number;
}

export interface SortKey {
  readonly name: string;
  readonly direction: 1 | -1;
}

export const USUAL_LAYOUT: TableLayout = { columns: [], sort: [], group: '', where: EVERYTHING };
export const WIDTHS = { least: 48, most: 600 } as const;
const MOST_COLUMNS = 40;
const MOST_SORT_KEYS = 3;

const nameOf = textUpTo(60);
const widthOf = numberIn(WIDTHS.least, WIDTHS.most);
const directionOf = oneOf(1, -1);

const columnOf: Parser<ShownColumn> = (value) => {
  const name = isRecord(value) ? nameOf(value['name']) : nameOf(value);
  if (name === undefined || name === '') return undefined;
  const width = isRecord(value) ? widthOf(value['width']) : undefined;
  return width === undefined ? { name } : { name, width };
};

const sortKeyOf: Parser<SortKey> = (value) => {
  if (!isRecord(value)) return undefined;
  const [name, direction] = [nameOf(value['name']), directionOf(value['direction'])];
  return name === undefined || direction === undefined ? undefined : { name, direction };
};

export const parseLayout: Parser<TableLayout> = (value) =>
  isRecord(value)
    ? {
        columns: once(listOf(MOST_COLUMNS, columnOf)(value['columns']) ?? []),
        sort: once(listOf(MOST_SORT_KEYS, sortKeyOf)(value['sort']) ?? []),
        group: nameOf(value['group']) ?? '',
        where: parseFilter(value['where']) ?? EVERYTHING,
      }
    : undefined;

/** The first of each name. */
const once = <Named extends { readonly name: string }>(named: readonly Named[]): Named[] =>
  named.filter(({ name }, at) => named.findIndex((each) => each.name === name) === at);

/** The columns that a layout shows, of those that the list has. */
export function shownColumns(layout: TableLayout, usual: readonly string[], all: readonly string[]): ShownColumn[] {
  const known = layout.columns.filter(({ name }) => all.includes(name));
  return known.length > 0 ? known : usual.map((name) => ({ name }));
}

/** Shows a column after the others, or hides it; the last one stays. */
export function toggled(shown: readonly ShownColumn[], name: string): readonly ShownColumn[] {
  const others = shown.filter((each) => each.name !== name);
  if (others.length === shown.length) return [...shown, { name }];
  return others.length === 0 ? shown : others;
}

/** Moves a column to the position of another one. */
export function moved(shown: readonly ShownColumn[], name: string, to: number): readonly ShownColumn[] {
  const column = shown.find((each) => each.name === name);
  if (!column) return shown;
  const others = shown.filter((each) => each !== column);
  const at = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, at), column, ...others.slice(at)];
}

export const resized = (shown: readonly ShownColumn[], name: string, width: number): readonly ShownColumn[] =>
  shown.map((each) =>
    each.name === name ? { name, width: Math.round(Math.max(WIDTHS.least, Math.min(WIDTHS.most, width))) } : each,
  );

/** A click sorts by a column, a second one reverses, a third one ends it. With `adds` the other columns stay. */
export function sortedBy(sort: readonly SortKey[], name: string, adds = false): readonly SortKey[] {
  const known = sort.find((each) => each.name === name);
  const next: readonly SortKey[] =
    known === undefined ? [{ name, direction: 1 }] : known.direction === 1 ? [{ name, direction: -1 }] : [];
  if (!adds) return next;
  const kept = known === undefined ? sort.slice(0, MOST_SORT_KEYS - 1) : sort;
  return known === undefined ? [...kept, ...next] : kept.flatMap((each) => (each === known ? next : each));
}

/** Whether a list shows something else than usual. */
export const isUsual = ({ columns, sort, group, where }: TableLayout): boolean =>
  columns.length === 0 && sort.length === 0 && group === '' && where.parts.length === 0;
