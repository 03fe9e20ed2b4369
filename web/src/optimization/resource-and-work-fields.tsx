import { MultiSelect, SegmentedControl, TextInput } from '@mantine/core';
import type { PlanningBoard } from '../proposal/run.ts';
import type { RunForm } from './run-request.ts';
import { useOptimizationTexts } from './texts.ts';

/** Labels come from the back office and may be of any length. */
const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

export function ResourceFields({
  board,
  chosen,
  onChange,
}: {
  board: PlanningBoard | undefined;
  chosen: RunForm['resources'];
  onChange(resources: RunForm['resources']): void;
}) {
  const texts = useOptimizationTexts();
  return (
    <div>
      <span className="opt-label">{texts.who}</span>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.who}
        value={chosen ? 'some' : 'all'}
        onChange={(which) => onChange(which === 'all' ? undefined : [])}
        data={[
          { value: 'all', label: texts.allResources },
          { value: 'some', label: texts.chosenOnes },
        ]}
      />
      {chosen && (
        <MultiSelect
          size="xs"
          mt={6}
          searchable
          clearable
          limit={100}
          aria-label={texts.chooseResources}
          placeholder={chosen.length === 0 ? texts.chooseResources : ''}
          value={[...chosen]}
          data={(board?.resources ?? []).map(({ resourceNo, name }) => ({ value: resourceNo, label: short(name) }))}
          onChange={onChange}
        />
      )}
    </div>
  );
}

const NO_FILTER = { category: [], requirement: [], text: '' };

export function WorkFields({
  board,
  filter,
  onChange,
}: {
  board: PlanningBoard | undefined;
  filter: RunForm['filter'];
  onChange(filter: RunForm['filter']): void;
}) {
  const texts = useOptimizationTexts();
  const values = [...new Set((board?.filterValues ?? []).map(({ value }) => value))].sort();
  return (
    <div>
      <span className="opt-label">{texts.what}</span>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.what}
        value={filter ? 'some' : 'all'}
        onChange={(which) => onChange(which === 'all' ? undefined : NO_FILTER)}
        data={[
          { value: 'all', label: texts.allOpen },
          { value: 'some', label: texts.someTasks },
        ]}
      />
      {filter && (
        <div className="opt-filter">
          <MultiSelect
            size="xs"
            searchable
            label={texts.inCategories}
            value={[...filter.category]}
            data={(board?.categories ?? []).map(({ name, displayName }) => ({
              value: name,
              label: short(displayName || name),
            }))}
            onChange={(category) => onChange({ ...filter, category })}
          />
          <MultiSelect
            size="xs"
            searchable
            limit={100}
            label={texts.needing}
            value={[...filter.requirement]}
            data={values.map((value) => ({ value, label: short(value) }))}
            onChange={(requirement) => onChange({ ...filter, requirement })}
          />
          <TextInput
            size="xs"
            label={texts.withText}
            value={filter.text}
            onChange={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}
