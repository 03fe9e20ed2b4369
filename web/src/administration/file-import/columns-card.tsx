import { Checkbox, Group, Select, Table, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ImportKindName } from '../../api/import-kinds.ts';
import { Card } from '../../kit/page.tsx';
import { cellText, type FileTable } from './cells.ts';
import type { Formats } from './convert-cell.ts';
import { fieldOf, fieldsOf, type Mapping, missingFields } from './mapping.ts';
import { useFileImportTexts } from './texts.ts';
import { useFieldLabel } from './use-field-label.ts';

interface Props {
  readonly kind: ImportKindName;
  readonly table: FileTable;
  readonly mapping: Mapping;
  /** The saved mappings. */
  readonly children: ReactNode;
  onChange(mapping: Mapping): void;
}

/** Which column is which field. */
export function ColumnsCard({ kind, table, mapping, children, onChange }: Props) {
  const texts = useFileImportTexts();
  return (
    <Card title={texts.columns}>
      {children}
      <FormatFields formats={mapping.formats} onChange={(formats) => onChange({ ...mapping, formats })} />
      <ColumnTable kind={kind} table={table} mapping={mapping} onChange={onChange} />
      <FixedValues kind={kind} mapping={mapping} onChange={onChange} />
      <Checkbox
        mt="sm"
        label={texts.clears}
        checked={mapping.clears}
        onChange={({ currentTarget }) => onChange({ ...mapping, clears: currentTarget.checked })}
      />
    </Card>
  );
}

function FormatFields({ formats, onChange }: { formats: Formats; onChange(formats: Formats): void }) {
  const texts = useFileImportTexts();
  const orders = ['dmy', 'mdy', 'ymd'] as const;
  const decimals = [',', '.'] as const;
  return (
    <Group gap="sm" mb="sm">
      <Select
        label={texts.dates}
        value={formats.dates}
        onChange={(value) => onChange({ ...formats, dates: orders.find((each) => each === value) ?? formats.dates })}
        data={orders.map((value) => ({ value, label: texts.orders[value] }))}
        allowDeselect={false}
      />
      <Select
        label={texts.decimal}
        value={formats.decimal}
        onChange={(value) => onChange({ ...formats, decimal: value === ',' ? ',' : '.' })}
        data={decimals.map((value) => ({ value, label: texts.decimals[value] }))}
        allowDeselect={false}
      />
    </Group>
  );
}

type PartProps = Omit<Props, 'children'>;

function ColumnTable({ kind, table, mapping, onChange }: PartProps) {
  const texts = useFileImportTexts();
  const labelOf = useFieldLabel();
  const options = fieldsOf(kind).map((field) => ({
    value: field.param,
    label: field.required ? texts.requiredMark(labelOf(field)) : labelOf(field),
  }));
  const assign = (column: string, param: string | null): void => {
    const others = Object.entries(mapping.columns).filter(([each, taken]) => each !== column && taken !== param);
    onChange({ ...mapping, columns: Object.fromEntries(param === null ? others : [...others, [column, param]]) });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="kit-table" tabIndex={0} aria-label={texts.columns}>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.column}</Table.Th>
            <Table.Th>{texts.examples}</Table.Th>
            <Table.Th>{texts.field}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.columns.map((column, at) => (
            <Table.Tr key={column}>
              <Table.Td>
                <bdi>{column}</bdi>
              </Table.Td>
              <Table.Td className="file-import-examples">
                {table.rows
                  .slice(0, 3)
                  .map(({ cells }) => cellText(cells[at]).slice(0, 40))
                  .filter((text) => text !== '')
                  .join(' · ')}
              </Table.Td>
              <Table.Td>
                <Select
                  aria-label={texts.fieldOf(column)}
                  placeholder={texts.notImported}
                  value={mapping.columns[column] ?? null}
                  onChange={(param) => assign(column, param)}
                  data={options}
                  searchable
                  clearable
                  limit={200}
                  size="xs"
                  miw={220}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** Values for what is in no column: always offered for required fields. */
function FixedValues({ kind, mapping, onChange }: Omit<PartProps, 'table'>) {
  const texts = useFileImportTexts();
  const labelOf = useFieldLabel();
  const mapped = new Set(Object.values(mapping.columns));
  const missing = missingFields(kind, mapping);
  const shown = fieldsOf(kind).filter(
    ({ param, required }) => !mapped.has(param) && (required || mapping.fixed[param] !== undefined),
  );
  const set = (param: string, value: string): void =>
    onChange({ ...mapping, fixed: { ...mapping.fixed, [param]: value } });
  const free = fieldsOf(kind).filter(({ param }) => !mapped.has(param) && !shown.some((each) => each.param === param));
  return (
    <fieldset className="file-import-fixed">
      <legend>{texts.fixed}</legend>
      {missing.length > 0 && <p className="file-import-missing">{texts.missing(missing.map(labelOf).join(', '))}</p>}
      <Group gap="sm" align="end">
        {shown.map((field) => (
          <TextInput
            key={field.param}
            label={labelOf(field)}
            aria-label={texts.fixedFor(labelOf(field))}
            value={mapping.fixed[field.param] ?? ''}
            onChange={({ currentTarget }) => set(field.param, currentTarget.value)}
            maxLength={4000}
            size="xs"
          />
        ))}
        <Select
          aria-label={texts.addFixed}
          placeholder={texts.addFixed}
          value={null}
          onChange={(param) => param && fieldOf(kind, param) && set(param, '')}
          data={free.map((field) => ({ value: field.param, label: labelOf(field) }))}
          searchable
          limit={200}
          size="xs"
        />
      </Group>
    </fieldset>
  );
}
