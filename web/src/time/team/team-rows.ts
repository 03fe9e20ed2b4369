import type { Paths } from '../../api/schema.ts';
import type { Person } from '../timesheets/people.ts';

export type MissingDay = Paths['/timeEntry/missing']['get']['answer'][number];

/** A resource in the grid of a week. */
export interface TeamRow extends Person {
  readonly days: ReadonlyMap<string, MissingDay>;
  readonly registered: number;
  readonly expected: number;
  readonly missing: number;
  readonly planned: number;
}

interface Week {
  readonly missing: readonly MissingDay[];
  readonly people: readonly Person[];
  /** Seconds by resource. */
  readonly planned: ReadonlyMap<string, number>;
  /** Hours of this day and of later ones are not missing yet. */
  readonly today: string;
}

/** One row for each resource with expected or registered hours in the week. */
export function teamRows({ missing, people, planned, today }: Week): TeamRow[] {
  const known = new Map(people.map((person) => [person.resourceNo, person]));
  const days = new Map<string, Map<string, MissingDay>>();
  for (const day of missing) {
    const own = days.get(day.resourceNo) ?? new Map<string, MissingDay>();
    days.set(day.resourceNo, own.set(day.date, day.date < today ? day : { ...day, missingInSeconds: 0 }));
  }
  const rows = [...days].map(([resourceNo, own]) => {
    const sum = (of: (day: MissingDay) => number): number => [...own.values()].reduce((all, day) => all + of(day), 0);
    return {
      ...(known.get(resourceNo) ?? { resourceNo, name: resourceNo, teamCode: null, teamName: null }),
      days: own,
      registered: sum((day) => day.registeredInSeconds),
      expected: sum((day) => day.workingInSeconds),
      missing: sum((day) => day.missingInSeconds),
      planned: planned.get(resourceNo) ?? 0,
    };
  });
  return rows.sort((a, b) => a.name.localeCompare(b.name) || a.resourceNo.localeCompare(b.resourceNo));
}

export interface TeamFilter {
  readonly team: string | null;
  readonly search: string;
  readonly onlyMissing: boolean;
  /** Missing hours, or entries that were rejected, not sent or forgotten as drafts. */
  readonly needsAttention: boolean;
}

/** `problems`: how many entries of each resource need attention. */
export const fits = (
  row: TeamRow,
  { team, search, onlyMissing, needsAttention }: TeamFilter,
  problems: ReadonlyMap<string, number> = new Map(),
): boolean =>
  (team === null || row.teamCode === team) &&
  (!onlyMissing || row.missing > 0) &&
  (!needsAttention || row.missing > 0 || problems.has(row.resourceNo)) &&
  `${row.name} ${row.resourceNo}`.toLowerCase().includes(search.trim().toLowerCase());
