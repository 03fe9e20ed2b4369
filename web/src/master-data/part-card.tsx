import { ActionIcon } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/schema.ts';
import { Icon, type IconName } from '../frame/icons.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { Card } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { ownerOf, type Row } from './record.ts';
import { useMasterDataTexts } from './texts.ts';
import { useRemoval } from './use-removal.tsx';

type Written = Promise<Schemas['WriteAnswer']>;
type Options = { readonly actionId?: string; readonly dryRun?: boolean };

export interface PartActions {
  write(body: Readonly<Record<string, unknown>>): Written;
  remove(row: Row, options: Options): Written;
}

interface Props {
  readonly title: string;
  readonly empty: string;
  readonly entity: string;
  readonly queryKey: readonly unknown[];
  readonly columns: readonly Column<Row>[];
  list(): Promise<readonly Row[]>;
  nameOf(row: Row): string;
  remove(row: Row, options: Options): Written;
  /** What adds another one. `save` returns true when it was stored. */
  form(save: (work: () => Written) => Promise<boolean>): ReactNode;
  note?(rows: readonly Row[]): ReactNode;
  /** Changes one, where adding it again is not the way to do that. */
  readonly edit?: { label(row: Row): string; open(row: Row): void };
}

/** The records that belong to another one: a table, a button that deletes each that no other system owns, and a form that adds one. */
export function PartCard({ title, empty, entity, queryKey, columns, list, nameOf, remove, form, note, edit }: Props) {
  const texts = useMasterDataTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const removal = useRemoval();
  const mark = useMay()('masterData.change');
  const query = useQuery({ queryKey: ['master-data', ...queryKey], queryFn: list });
  const save = async (work: () => Written): Promise<boolean> => {
    try {
      await work();
      notify.success(texts.saved);
      return true;
    } catch (error) {
      notify.error(error);
      return false;
    } finally {
      await queries.invalidateQueries();
    }
  };
  const ask = (row: Row): void => removal.ask({ name: nameOf(row), entity, send: (options) => remove(row, options) });
  const action = (icon: IconName, label: string, act: () => void) => (
    <ActionIcon {...mark} variant="subtle" color="gray" size="sm" aria-label={label} onClick={act}>
      <Icon name={icon} size={15} />
    </ActionIcon>
  );
  const all: readonly Column<Row>[] = [
    ...columns,
    {
      name: texts.owner,
      show: (row) => ownerOf(row) ?? '',
    },
    ...(mark
      ? [
          {
            name: texts.actions,
            align: 'right' as const,
            show: (row: Row) =>
              ownerOf(row) === undefined && (
                <>
                  {edit && action('edit', edit.label(row), () => edit.open(row))}
                  {action('remove', texts.remove(nameOf(row)), () => ask(row))}
                </>
              ),
          },
        ]
      : []),
  ];
  return (
    <Card title={title}>
      <QueryBoundary query={query}>
        {(rows) => (
          <>
            <DataTable label={title} rows={rows} columns={all} keyOf={({ id }) => id} empty={empty} />
            {note?.(rows)}
          </>
        )}
      </QueryBoundary>
      {mark && form(save)}
      {removal.dialog}
    </Card>
  );
}
