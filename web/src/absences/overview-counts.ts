export interface Counts {
  readonly vacation: number;
  readonly sickness: number;
  readonly training: number;
  readonly other: number;
}

export const totalOf = ({ vacation, sickness, training, other }: Counts): number =>
  vacation + sickness + training + other;

interface OfTeam {
  readonly teamCode: string | null;
  readonly teamName: string | null;
}

export const teamOf = ({ teamCode, teamName }: OfTeam): string | null => teamCode ?? teamName;

/** Each team once, by its name. */
export function teamsOf(resources: readonly OfTeam[]): { readonly value: string; readonly label: string }[] {
  const teams = new Map<string, string>();
  for (const resource of resources) {
    const team = teamOf(resource);
    if (team !== null && !teams.has(team)) teams.set(team, (resource.teamName ?? team).slice(0, 60));
  }
  return [...teams].map(([value, label]) => ({ value, label })).sort((a, b) => (a.label < b.label ? -1 : 1));
}
