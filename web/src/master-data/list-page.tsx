import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Icon } from '../frame/icons.tsx';
import { ListState } from '../kit/list-state.tsx';
import { Card, Page } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useMay } from '../session/may.ts';
import { KindTabs } from './kind-tabs.tsx';
import type { Kind } from './kinds.ts';
import { ownerOf, type Row } from './record.ts';
import { Pager, type ServerColumn, ServerTable, type Sorting } from './server-table.tsx';
import { useShownValue } from './shown-value.ts';
import { useMasterDataTexts } from './texts.ts';
import { useLabel } from './use-label.ts';

const PAGE_SIZE = 50;
/** Milliseconds after the last key before the list is searched. */
const TYPING = 300;

interface Asked {
  readonly search: string;
  readonly sort: string;
  readonly page: number;
}

/** What of the list is shown is part of the address, so that Back returns to it. */
function useAsked(kind: Kind) {
  const navigate = useNavigate();
  const found = useSearch({ strict: false }) as { search?: unknown; sort?: unknown; page?: unknown };
  const page = Number(found.page);
  const fields = [...kind.columns, ...kind.sort.split(',')];
  const sort = typeof found.sort === 'string' && fields.includes(found.sort.replace(/:desc$/, '')) ? found.sort : '';
  const asked: Asked = {
    // The router parses a search for 42 as a number.
    search: found.search === undefined ? '' : String(found.search).slice(0, 200),
    sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
  const ask = (next: Partial<Asked>): void => {
    const { search, sort: order, page: at } = { ...asked, page: 1, ...next };
    void navigate({
      to: '/master-data/$kind',
      params: { kind: kind.name },
      search: { ...(search && { search }), ...(order && { sort: order }), ...(at > 1 && { page: at }) } as never,
      replace: true,
    });
  };
  return { asked, ask };
}

/** One page of the records of a kind, which the service searches, sorts and pages. */
export function ListPage({ kind }: { kind: Kind }) {
  const texts = useMasterDataTexts();
  const may = useMay();
  const { asked, ask } = useAsked(kind);
  const title = texts.kinds[kind.name];
  const columns = useColumns(kind);
  const { search, page } = asked;
  const sorting: Sorting = {
    field: (asked.sort || kind.sort).split(/[,:]/)[0] ?? '',
    isDescending: asked.sort.endsWith(':desc'),
  };
  const query = useQuery({
    queryKey: ['master-data', kind.name, 'list', asked],
    queryFn: () =>
      kind.list({ page, limit: PAGE_SIZE, sort: asked.sort || kind.sort, ...(search === '' ? {} : { search }) }),
    placeholderData: keepPreviousData,
  });
  const mark = may('masterData.add');
  return (
    <Page
      title={title}
      hint={texts.hints[kind.name]}
      actions={
        mark && (
          <Button
            {...mark}
            size="compact-md"
            leftSection={<Icon name="add" size={14} />}
            renderRoot={(props) => (
              <Link {...props} to="/master-data/$kind/$record" params={{ kind: kind.name, record: 'new' }} />
            )}
          >
            {texts.add[kind.name]}
          </Button>
        )
      }
    >
      <KindTabs />
      <Card>
        <SearchBox
          key={kind.name}
          label={texts.search(title)}
          value={search}
          change={(next) => ask({ search: next })}
        />
        <QueryBoundary query={query}>
          {({ records, total }) =>
            records.length === 0 && page === 1 ? (
              <ListState isFiltered={search !== ''} empty={texts.none[kind.name]} onClear={() => ask({ search: '' })} />
            ) : (
              <>
                <ServerTable
                  {...{ label: title, rows: records, columns, sorting }}
                  sort={(field) =>
                    ask({ sort: sorting.field === field && !sorting.isDescending ? `${field}:desc` : field })
                  }
                />
                <Pager page={page} size={PAGE_SIZE} total={total} go={(next) => ask({ page: next })} />
              </>
            )
          }
        </QueryBoundary>
      </Card>
    </Page>
  );
}

function useColumns(kind: Kind): readonly ServerColumn[] {
  const texts = useMasterDataTexts();
  const labelOf = useLabel();
  const shown = useShownValue(kind);
  const link = (row: Row, field: string) => (
    <Link className="master-link" to="/master-data/$kind/$record" params={{ kind: kind.name, record: String(row.id) }}>
      {shown(row, field)}
    </Link>
  );
  return [
    ...kind.columns.map((field, at) => ({
      field,
      label: labelOf(field),
      show: (row: Row) => (at === 0 ? link(row, field) : shown(row, field)),
    })),
    { label: texts.owner, show: (row) => ownerOf(row) ?? '' },
  ];
}

/** Searches when the typing stops. */
function SearchBox({ label, value, change }: { label: string; value: string; change(text: string): void }) {
  const [text, setText] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is a new function on every render, with the same effect
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => change(text.trim()), TYPING);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      type="search"
      w={320}
      maw="100%"
      mb="sm"
      maxLength={200}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
