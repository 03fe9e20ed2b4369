import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Pager } from './pager.tsx';
import { useLogTexts } from './texts.ts';

/** A type, not an interface: queries of the API take any named value. */
type PageRequest = { readonly page: number; readonly limit: number };

interface Props<Row extends { readonly id: number | string }> {
  readonly label: string;
  /** Shown when there is nothing yet. */
  readonly empty: string;
  /** Whether a filter is set: then an empty list only says that nothing matches it. */
  readonly isFiltered?: boolean;
  /** Names the list and its filter. Another filter starts at the first page. */
  readonly queryKey: readonly unknown[];
  readonly columns: readonly Column<Row>[];
  readonly pageSize?: number;
  readonly refreshMs: number;
  read(request: PageRequest): Promise<{ readonly records: readonly Row[]; readonly total: number }>;
  /** Content above the table, and drawers for its rows. */
  children?(rows: readonly Row[]): ReactNode;
}

/** A long list, newest first: read page by page, and again at intervals while it is shown. */
export function PagedLog<Row extends { readonly id: number | string }>(props: Props<Row>) {
  const { label, empty, isFiltered = false, queryKey, columns, pageSize = 50, refreshMs, read, children } = props;
  const { noneMatches } = useLogTexts();
  const filter = JSON.stringify(queryKey);
  const [chosen, setChosen] = useState({ filter, page: 1 });
  const page = chosen.filter === filter ? chosen.page : 1;
  const query = useQuery({
    queryKey: [...queryKey, page],
    queryFn: () => read({ page, limit: pageSize }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  return (
    <QueryBoundary query={query}>
      {({ records, total }) => (
        <>
          {children?.(records)}
          <DataTable
            label={label}
            rows={records}
            keyOf={({ id }) => id}
            empty={isFiltered ? noneMatches : empty}
            columns={columns}
          />
          <Pager page={page} size={pageSize} total={total} go={(next) => setChosen({ filter, page: next })} />
        </>
      )}
    </QueryBoundary>
  );
}
