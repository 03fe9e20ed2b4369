import { ActionIcon, Button, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { Icon } from '../../frame/icons.tsx';
import { DateInput } from '../../kit/date-input.tsx';
import {
  type Condition,
  EVERYTHING,
  type FilterGroup,
  isGroup,
  LIMITS,
  OPERATORS,
  type Operator,
  takesValues,
} from './conditions.ts';
import type { ListField } from './list-field.ts';
import './tables.css';
import { useListTexts } from './texts.ts';

interface Props {
  readonly fields: readonly ListField[];
  readonly where: FilterGroup;
  onChange(where: FilterGroup): void;
}

/** Builds a filter: conditions, and groups of conditions that are joined by and/or. */
export function FilterBuilder({ fields, where, onChange }: Props) {
  const texts = useListTexts();
  return (
    <div className="filter-builder">
      <GroupEditor fields={fields} group={where} depth={1} onChange={onChange} />
      <Button
        size="compact-xs"
        variant="default"
        disabled={where.parts.length === 0}
        onClick={() => onChange(EVERYTHING)}
      >
        {texts.clear}
      </Button>
    </div>
  );
}

interface GroupProps {
  readonly fields: readonly ListField[];
  readonly group: FilterGroup;
  readonly depth: number;
  onChange(group: FilterGroup): void;
  onRemove?(): void;
}

function GroupEditor({ fields, group, depth, onChange, onRemove }: GroupProps) {
  const texts = useListTexts();
  const isFull = group.parts.length >= LIMITS.parts;
  const replace = (index: number, part: Condition | FilterGroup | undefined): void =>
    onChange({ ...group, parts: group.parts.flatMap((each, at) => (at === index ? (part ?? []) : [each])) });
  const add = (part: Condition | FilterGroup): void => onChange({ ...group, parts: [...group.parts, part] });
  return (
    <fieldset className="filter-group">
      <div className="filter-line">
        <NativeSelect
          size="xs"
          aria-label={texts.joinLabel}
          value={group.join}
          data={[
            { value: 'and', label: texts.allOf },
            { value: 'or', label: texts.anyOf },
          ]}
          onChange={(event) => onChange({ ...group, join: event.currentTarget.value === 'or' ? 'or' : 'and' })}
        />
        {onRemove && <Remove label={texts.removeGroup} onClick={onRemove} />}
      </div>
      {group.parts.map((part, index) =>
        isGroup(part) ? (
          <GroupEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
            key={index}
            fields={fields}
            group={part}
            depth={depth + 1}
            onChange={(changed) => replace(index, changed)}
            onRemove={() => replace(index, undefined)}
          />
        ) : (
          <ConditionEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
            key={index}
            fields={fields}
            condition={part}
            onChange={(changed) => replace(index, changed)}
            onRemove={() => replace(index, undefined)}
          />
        ),
      )}
      <div className="filter-line">
        <Button size="compact-xs" variant="subtle" disabled={isFull} onClick={() => add(newCondition(fields))}>
          {texts.addCondition}
        </Button>
        {depth < LIMITS.depth && (
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={isFull}
            onClick={() => add({ join: group.join === 'and' ? 'or' : 'and', parts: [newCondition(fields)] })}
          >
            {texts.addGroup}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

const newCondition = ([first]: readonly ListField[]): Condition => ({
  field: first?.name ?? '',
  operator: OPERATORS[first?.kind ?? 'text'][0],
  values: [],
});

interface ConditionProps {
  readonly fields: readonly ListField[];
  readonly condition: Condition;
  onChange(condition: Condition): void;
  onRemove(): void;
}

function ConditionEditor({ fields, condition, onChange, onRemove }: ConditionProps) {
  const texts = useListTexts();
  const field = fields.find(({ name }) => name === condition.field);
  const kind = field?.kind ?? 'text';
  return (
    <div className="filter-line">
      <NativeSelect
        size="xs"
        aria-label={texts.field}
        value={condition.field}
        data={fields.map(({ name, label }) => ({ value: name, label }))}
        onChange={(event) => {
          const next = fields.find(({ name }) => name === event.currentTarget.value);
          if (next) onChange({ field: next.name, operator: OPERATORS[next.kind][0], values: [] });
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={texts.operator}
        value={condition.operator}
        data={OPERATORS[kind].map((operator) => ({ value: operator, label: texts.operators[operator] }))}
        onChange={(event) => onChange({ ...condition, operator: event.currentTarget.value as Operator })}
      />
      {takesValues(condition.operator) && (
        <ValuesField field={field} condition={condition} onValues={(values) => onChange({ ...condition, values })} />
      )}
      <Remove label={texts.removeCondition} onClick={onRemove} />
    </div>
  );
}

interface ValuesProps {
  readonly field: ListField | undefined;
  readonly condition: Condition;
  onValues(values: readonly string[]): void;
}

function ValuesField({ field, condition, onValues }: ValuesProps) {
  const texts = useListTexts();
  const kind = field?.kind ?? 'text';
  if (kind === 'date')
    return (
      <DateInput
        size="xs"
        className="filter-values"
        aria-label={texts.values}
        value={condition.values[0] ?? ''}
        onChange={(date) => onValues([date])}
      />
    );
  if (kind === 'number')
    return (
      <TextInput
        size="xs"
        className="filter-values"
        inputMode="decimal"
        aria-label={texts.values}
        maxLength={20}
        value={condition.values[0] ?? ''}
        onChange={(event) => onValues([event.currentTarget.value])}
      />
    );
  return (
    <TagsInput
      size="xs"
      className="filter-values"
      aria-label={texts.values}
      placeholder={condition.values.length === 0 ? texts.chooseValues : ''}
      data={condition.operator === 'contains' ? [] : [...(field?.choices() ?? [])]}
      limit={50}
      maxTags={LIMITS.values}
      maxLength={LIMITS.valueLength}
      acceptValueOnBlur
      comboboxProps={{ withinPortal: false }}
      value={[...condition.values]}
      onChange={onValues}
    />
  );
}

const Remove = ({ label, onClick }: { readonly label: string; onClick(): void }) => (
  <ActionIcon size={24} variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
    <Icon name="close" size={12} />
  </ActionIcon>
);
