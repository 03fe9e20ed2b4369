import { Table } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocale } from '../i18n/language.ts';
import { exportedTable } from './export/exported-table.ts';
import { ExportMenu } from './export-menu.tsx';
import { naturalOrder } from './natural-order.ts';

export interface Column<Row> {
  readonly name: string;
  readonly show: (row: Row) => ReactNode;
  /** The sort key; a column without it cannot be sorted. */
  readonly by?: (row: Row) => string | number | null | undefined;
  readonly align?: 'right';
}

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** A table. A click on a column name sorts by it, a second click reverses the order. */
export function DataTable<Row>({ label, rows, columns, keyOf, empty }: Props<Row>) {
  const { locale } = useLocale();
  const [sort, setSort] = useState<{ name: string; direction: 1 | -1 }>();
  const sorted = useMemo(() => {
    const by = columns.find(({ name }) => name === sort?.name)?.by;
    if (!by || !sort) return rows;
    const compare = naturalOrder(locale);
    const order = (a: Row, b: Row): number => {
      const [one, other] = [by(a) ?? '', by(b) ?? ''];
      return typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other));
    };
    return [...rows].sort((a, b) => sort.direction * order(a, b));
  }, [rows, columns, sort, locale]);
  if (rows.length === 0) return <div className="kit-note">{empty}</div>;
  return (
    <>
      <div className="kit-table-tools">
        <ExportMenu title={label} table={() => exportedTable(label, columns, sorted)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="kit-table" tabIndex={0} aria-label={label}>
        <Table highlightOnHover verticalSpacing={6} horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, by, align }) => (
                <Table.Th
                  key={name}
                  ta={align}
                  aria-sort={sort?.name === name ? (sort.direction === 1 ? 'ascending' : 'descending') : undefined}
                >
                  {by ? (
                    <button
                      type="button"
                      className="kit-sort"
                      onClick={() =>
                        setSort((last) => ({ name, direction: last?.name === name && last.direction === 1 ? -1 : 1 }))
                      }
                    >
                      {name}
                      <span aria-hidden="true">{sort?.name === name ? (sort.direction === 1 ? ' ▲' : ' ▼') : ''}</span>
                    </button>
                  ) : (
                    name
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(({ name, show, align }) => (
                  <Table.Td key={name} ta={align}>
                    {show(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}
