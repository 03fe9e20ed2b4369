import { ActionIcon, Button, Checkbox, NativeSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import type { ListField } from './list-field.ts';
import './tables.css';
import { isUsual, moved, type ShownColumn, type TableLayout, toggled, USUAL_LAYOUT } from './table-layout.ts';
import { useListTexts } from './texts.ts';

interface Props {
  readonly fields: readonly ListField[];
  readonly shown: readonly ShownColumn[];
  readonly layout: TableLayout;
  readonly fixed?: string;
  readonly groups: readonly string[];
  onChange(change: Partial<TableLayout>): void;
}

/** The columns of a list: which ones, in which order, and by which the rows are grouped and sorted. */
export function ColumnsMenu({ fields, shown, layout, fixed, groups, onChange }: Props) {
  const texts = useListTexts();
  const [dragged, setDragged] = useState<string>();
  const labelOf = (name: string): string => fields.find((field) => field.name === name)?.label ?? name;
  const move = (name: string, to: number): void => onChange({ columns: moved(shown, name, to) });
  const hidden = fields.filter(({ name }) => !shown.some((column) => column.name === name));
  const [first] = layout.sort;
  const options = (names: readonly string[], none: string) => [
    { value: '', label: none },
    ...names.map((name) => ({ value: name, label: labelOf(name) })),
  ];
  return (
    <div className="columns-menu">
      <ul className="columns-list">
        {shown.map(({ name }, index) => (
          <li
            key={name}
            draggable
            className={dragged === name ? 'columns-dragged' : undefined}
            onDragStart={() => setDragged(name)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) move(dragged, index);
            }}
          >
            <Checkbox
              size="xs"
              label={labelOf(name)}
              checked
              disabled={name === fixed || shown.length === 1}
              onChange={() => onChange({ columns: toggled(shown, name) })}
            />
            <span className="columns-move">
              <ActionIcon
                size={20}
                variant="subtle"
                color="gray"
                aria-label={texts.moveUp(labelOf(name))}
                disabled={index === 0}
                onClick={() => move(name, index - 1)}
              >
                ↑
              </ActionIcon>
              <ActionIcon
                size={20}
                variant="subtle"
                color="gray"
                aria-label={texts.moveDown(labelOf(name))}
                disabled={index === shown.length - 1}
                onClick={() => move(name, index + 1)}
              >
                ↓
              </ActionIcon>
            </span>
          </li>
        ))}
        {hidden.map(({ name, label }) => (
          <li key={name}>
            <Checkbox
              size="xs"
              label={label}
              checked={false}
              onChange={() => onChange({ columns: toggled(shown, name) })}
            />
          </li>
        ))}
      </ul>
      <NativeSelect
        size="xs"
        label={texts.groupBy}
        value={layout.group}
        data={options(groups, texts.noGroups)}
        onChange={(event) => onChange({ group: event.currentTarget.value })}
      />
      <div className="columns-sort">
        <NativeSelect
          size="xs"
          label={texts.sortBy}
          value={first?.name ?? ''}
          data={options(
            fields.map(({ name }) => name),
            texts.usualOrder,
          )}
          onChange={(event) => {
            const name = event.currentTarget.value;
            onChange({ sort: name === '' ? [] : [{ name, direction: 1 }] });
          }}
        />
        <Switch
          size="xs"
          label={texts.descending}
          disabled={first === undefined}
          checked={first?.direction === -1}
          onChange={(event) =>
            first && onChange({ sort: [{ name: first.name, direction: event.currentTarget.checked ? -1 : 1 }] })
          }
        />
      </div>
      <Button
        size="compact-xs"
        variant="default"
        disabled={isUsual({ ...layout, where: USUAL_LAYOUT.where })}
        onClick={() => onChange({ ...USUAL_LAYOUT, where: layout.where })}
      >
        {texts.reset}
      </Button>
    </div>
  );
}
