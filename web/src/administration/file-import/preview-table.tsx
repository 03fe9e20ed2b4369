import { Table } from '@mantine/core';
import { useMemo } from 'react';
import type { ImportKindName } from '../../api/import-kinds.ts';
import { cellText, type FileTable } from './cells.ts';
import { convertCell } from './convert-cell.ts';
import { fieldOf, type Mapping } from './mapping.ts';
import { useFileImportTexts } from './texts.ts';
import { useFieldLabel } from './use-field-label.ts';

const ROWS = 5;

interface Props {
  readonly kind: ImportKindName;
  readonly table: FileTable;
  readonly mapping: Mapping;
}

/** The first rows as they will be sent: dates and numbers as they were understood. */
export function PreviewTable({ kind, table, mapping }: Props) {
  const texts = useFileImportTexts();
  const labelOf = useFieldLabel();
  const shown = useMemo(
    () =>
      table.columns.flatMap((column, at) => {
        const field = fieldOf(kind, mapping.columns[column] ?? '');
        return field ? [{ column, at, field }] : [];
      }),
    [kind, table, mapping],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="kit-table" tabIndex={0} aria-label={texts.firstRows}>
      <Table verticalSpacing={4}>
        <Table.Caption>{texts.firstRows}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.row}</Table.Th>
            {shown.map(({ column, field }) => (
              <Table.Th key={column}>{labelOf(field)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows.slice(0, ROWS).map((row) => (
            <Table.Tr key={row.number}>
              <Table.Td>{row.number}</Table.Td>
              {shown.map(({ column, at, field }) => {
                const cell = row.cells[at] ?? null;
                const converted = convertCell(field, cell, mapping.formats);
                return (
                  <Table.Td key={column} className={'problem' in converted ? 'file-import-wrong' : undefined}>
                    <bdi>{('problem' in converted ? `⚠ ${cellText(cell)}` : converted.value).slice(0, 60)}</bdi>
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
