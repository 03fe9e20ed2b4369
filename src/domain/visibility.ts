import { foldKeyPart } from './natural-key.ts';

/** A filter group for row security in which a user has values. Folded, as names are compared. */
export interface GroupLimit {
  readonly group: string;
  readonly values: readonly string[];
}

/**
 * What limits the records that a person sees; an empty list does not limit. A record that has nothing of a kind (no value of the group, no category,
 * no team) is visible. See docs/guides/data-filters.md.
 */
export interface Visibility {
  readonly groups: readonly GroupLimit[];
  readonly categories: readonly string[];
  readonly timeMarkers: readonly string[];
  readonly teams: readonly string[];
}

/** The data filters of a user as they are stored: `filterValues` are pairs of group and value, of groups for row security only. */
export interface StoredDataFilters {
  readonly filterValues: readonly (readonly [group: string, value: string])[] | null;
  readonly categories: readonly string[];
  readonly timeMarkers: readonly string[];
  readonly teams: readonly string[];
}

const folded = (names: readonly string[]): string[] => [...new Set(names.map(foldKeyPart))].sort();

/** The same for the same filters, in whatever order and spelling they are stored. Null: the user sees everything. */
export function visibilityOf(stored: StoredDataFilters): Visibility | null {
  const groups = new Map<string, string[]>();
  for (const [group, value] of stored.filterValues ?? []) {
    const name = foldKeyPart(group);
    const values = groups.get(name);
    if (values) values.push(value);
    else groups.set(name, [value]);
  }
  const visibility: Visibility = {
    groups: [...groups]
      .map(([group, values]) => ({ group, values: folded(values) }))
      .sort((a, b) => (a.group < b.group ? -1 : 1)),
    categories: folded(stored.categories),
    timeMarkers: folded(stored.timeMarkers),
    teams: folded(stored.teams),
  };
  return Object.values(visibility).every((limits) => limits.length === 0) ? null : visibility;
}
