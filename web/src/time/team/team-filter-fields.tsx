import { Checkbox, Select, TextInput } from '@mantine/core';
import { useDecisionTexts } from './decision-texts.ts';
import type { TeamFilter } from './team-rows.ts';
import { useTeamTexts } from './texts.ts';

interface Props {
  readonly filter: TeamFilter;
  readonly teams: ReadonlyMap<string, string>;
  onChange(filter: TeamFilter): void;
}

export function TeamFilterFields({ filter, teams, onChange }: Props) {
  const texts = useTeamTexts();
  const attention = useDecisionTexts();
  return (
    <>
      <TextInput
        aria-label={texts.search}
        placeholder={texts.search}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.currentTarget.value })}
      />
      {teams.size > 0 && (
        <Select
          aria-label={texts.team}
          placeholder={texts.allTeams}
          clearable
          searchable
          data={[...teams].map(([value, label]) => ({ value, label: label.slice(0, 60) }))}
          value={filter.team}
          onChange={(team) => onChange({ ...filter, team })}
        />
      )}
      <Checkbox
        label={texts.onlyMissing}
        checked={filter.onlyMissing}
        onChange={(event) => onChange({ ...filter, onlyMissing: event.currentTarget.checked })}
      />
      <Checkbox
        label={attention.needsAttention}
        checked={filter.needsAttention}
        onChange={(event) => onChange({ ...filter, needsAttention: event.currentTarget.checked })}
      />
    </>
  );
}
