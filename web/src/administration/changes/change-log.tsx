import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { Card, Page } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { useLogTexts } from '../log/texts.ts';
import { ChangeAction } from './change-action.tsx';
import { ChangeDrawer } from './change-drawer.tsx';
import { ChangeFilters, filterOf, NO_FILTER } from './change-filters.tsx';
import { useChangeTexts } from './texts.ts';
import { type Change, useChanges } from './use-changes.ts';

/** The change log, newest first, with undo. */
export function Section() {
  const texts = useChangeTexts();
  const [values, setValues] = useState(NO_FILTER);
  const [settled] = useDebouncedValue(values, 300);
  const [opened, setOpened] = useState<Change>();
  const columns = useColumns(setOpened);
  const filter = filterOf(settled);
  const query = useChanges(filter);
  const { noneMatches } = useLogTexts();
  return (
    <Page title={texts.title} hint={texts.hint}>
      <Card>
        <ChangeFilters values={values} onChange={setValues} />
        <QueryBoundary query={query as UseQueryResult<typeof query.data>}>
          {(data) => (
            <>
              <DataTable
                label={texts.title}
                rows={data?.pages.flatMap((page) => page.changes) ?? []}
                keyOf={({ number }) => number}
                empty={Object.keys(filter).length > 0 ? noneMatches : texts.none}
                columns={columns}
              />
              <MoreChanges query={query} />
            </>
          )}
        </QueryBoundary>
      </Card>
      <ChangeDrawer
        change={opened}
        close={() => setOpened(undefined)}
        showRequest={(requestId) => {
          setValues({ ...NO_FILTER, requestId });
          setOpened(undefined);
        }}
      />
    </Page>
  );
}

/** A button for older changes, or a note where the log begins. */
function MoreChanges({ query }: { query: ReturnType<typeof useChanges> }) {
  const texts = useChangeTexts();
  const oldest = query.data?.pages.at(-1)?.oldest ?? 1;
  return (
    <Group justify="space-between" mt="sm">
      <span className="log-soft">{!query.hasNextPage && oldest > 1 ? texts.trimmed(oldest) : ''}</span>
      {query.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </Group>
  );
}

const NAMED_FIELDS = 4;

function useColumns(open: (change: Change) => void): readonly Column<Change>[] {
  const texts = useChangeTexts();
  const common = useLogTexts();
  const format = useFormat();
  const summary = ({ action, before, after, undoes }: Change): string => {
    if (action !== 'updated') return undoes ? `${texts.undoes} ${undoes.join(', ')}` : '';
    const names = Object.keys({ ...before, ...after });
    return texts.fields(names.slice(0, NAMED_FIELDS).join(', '), names.length - NAMED_FIELDS);
  };
  return [
    {
      name: texts.what,
      show: (change) => <LinkButton onClick={() => open(change)}>{texts.title1(change.number)}</LinkButton>,
    },
    { name: common.when, show: ({ at }) => format.moment(at) },
    { name: texts.whoDid, show: ({ actor }) => <bdi>{actor}</bdi> },
    {
      name: texts.key,
      show: ({ entity, key }) => (
        <span className="log-clamp">
          {entity} <bdi>{key}</bdi>
        </span>
      ),
    },
    { name: texts.action, show: ({ action }) => <ChangeAction action={action} /> },
    { name: common.field, show: (change) => <span className="log-soft">{summary(change)}</span> },
  ];
}
