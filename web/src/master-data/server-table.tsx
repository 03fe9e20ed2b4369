import { Button, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocale } from '../i18n/language.ts';
import { numberText } from '../i18n/number-text.ts';
import type { Row } from './record.ts';
import { useMasterDataTexts } from './texts.ts';

export interface ServerColumn {
  /** The field that it sorts by; without it the column cannot be sorted. */
  readonly field?: string;
  readonly label: string;
  show(row: Row): ReactNode;
}

export interface Sorting {
  readonly field: string;
  readonly isDescending: boolean;
}

interface Props {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly ServerColumn[];
  readonly sorting: Sorting;
  sort(field: string): void;
}

/** A page of a list that the service sorts. A click on a column name sorts the whole list by it, a second click reverses the order. */
export const ServerTable = ({ label, rows, columns, sorting, sort }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  <section className="kit-table" tabIndex={0} aria-label={label}>
    <Table highlightOnHover verticalSpacing={6} horizontalSpacing="sm" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ field, label: name }) => (
            <Table.Th key={name} aria-sort={ariaSort(sorting, field)}>
              {field === undefined ? (
                name
              ) : (
                <button type="button" className="kit-sort" onClick={() => sort(field)}>
                  {name}
                  <span aria-hidden="true">{sorting.field === field ? (sorting.isDescending ? ' ▼' : ' ▲') : ''}</span>
                </button>
              )}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            {columns.map(({ label: name, show }) => (
              <Table.Td key={name}>{show(row)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
);

const ariaSort = ({ field, isDescending }: Sorting, own: string | undefined) =>
  own === undefined || own !== field ? undefined : isDescending ? 'descending' : 'ascending';

interface PagerProps {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  go(page: number): void;
}

export function Pager({ page, size, total, go }: PagerProps) {
  const texts = useMasterDataTexts();
  const { locale } = useLocale();
  const pages = Math.max(1, Math.ceil(total / size));
  const shown = (count: number): string => numberText(locale, count);
  const button = (label: string, to: number, isUseless: boolean) => (
    <Button size="compact-sm" variant="default" disabled={isUseless} onClick={() => go(to)}>
      {label}
    </Button>
  );
  return (
    <nav className="master-pager" aria-label={texts.pages}>
      <span role="status">
        {total <= size
          ? texts.found(total, shown(total))
          : texts.range(shown((page - 1) * size + 1), shown(Math.min(page * size, total)), shown(total))}
      </span>
      {total > size && (
        <>
          {button(texts.first, 1, page === 1)}
          {button(texts.previous, page - 1, page === 1)}
          {button(texts.next, page + 1, page >= pages)}
          {button(texts.last, pages, page >= pages)}
        </>
      )}
    </nav>
  );
}
