import { foldKeyPart } from './natural-key.ts';

/** A filter group for row security in which a user has values. Folded, as names are compared. */
interface GroupLimit {
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

/** A record as far as its own data limit who sees it. */
type Fields = Readonly<Record<string, unknown>>;

/** Of each group that limits, the record shares a value or has none. `values` are folded, by folded group. */
export const sharesValues = ({ groups }: Visibility, values: Readonly<Record<string, readonly string[]>>): boolean =>
  groups.every(({ group, values: own }) => {
    const theirs = Object.hasOwn(values, group) ? (values[group] ?? []) : [];
    return theirs.length === 0 || theirs.some((value) => own.includes(value));
  });

const isAmong = (names: readonly string[], name: unknown): boolean =>
  names.length === 0 || typeof name !== 'string' || names.includes(foldKeyPart(name));

export const hasVisibleNames = ({ categories, timeMarkers }: Visibility, record: Fields): boolean =>
  isAmong(categories, record['category']) && isAmong(timeMarkers, record['timeMarker']);

/** A team has a code and a name; either may be among those of the user. */
export function hasVisibleTeam({ teams }: Visibility, record: Fields): boolean {
  const named = [record['teamCode'], record['teamName']].filter((team) => typeof team === 'string');
  return teams.length === 0 || named.length === 0 || named.some((team) => isAmong(teams, team));
}
