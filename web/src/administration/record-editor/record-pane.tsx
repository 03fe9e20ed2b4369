import { ActionIcon, Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../frame/icons.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { ListState } from '../../kit/list-state.tsx';
import { Card } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useConfirm } from '../../kit/use-confirm.tsx';
import { Cell } from './cell.tsx';
import { OwnerBadge } from './owner-badge.tsx';
import { RecordForm } from './record-form.tsx';
import { backOfficeOf, type Draft, type Field, keyOf, type RecordKind, type Stored } from './record-kind.ts';
import { useEditorTexts } from './texts.ts';
import { useRecords } from './use-records.ts';
import './record-editor.css';

export interface PaneProps<Row extends Stored> {
  readonly title: string;
  /** Wraps the table; by default a card with the title. */
  readonly around?: (actions: ReactNode, table: ReactNode) => ReactNode;
  readonly kind: RecordKind<Row>;
  readonly fields: readonly Field<Row>[];
  /** Initial values of a new record, including those without a field. */
  readonly start?: Draft<Row>;
  readonly empty: string;
  /** How a record will look, in the form. */
  readonly preview?: (draft: Draft<Row>) => ReactNode;
  /** Columns that are not fields, after the first column. */
  readonly columns?: readonly Column<Row>[];
  /** A click on the name selects the record instead of editing it. */
  readonly chosen?: string | undefined;
  choose?(row: Row): void;
}

interface Editing<Row extends Stored> {
  readonly row: Row | undefined;
  readonly start: Draft<Row>;
}

const SEARCHED_FROM = 9;

/** The records of a kind as a table, with buttons to add, edit, copy and delete them. */
export function RecordPane<Row extends Stored>(props: PaneProps<Row>) {
  const { title, kind, fields, start = {}, empty, preview } = props;
  const {
    around = (actions, table) => (
      <Card title={title} actions={actions}>
        {table}
      </Card>
    ),
  } = props;
  const texts = useEditorTexts();
  const { query, save, remove } = useRecords(kind);
  const confirm = useConfirm();
  const [editing, setEditing] = useState<Editing<Row>>();
  const [search, setSearch] = useState('');
  const names = fields.map(({ name }) => name);
  const columns = useColumns(props, {
    edit: (row) => setEditing({ row, start: row }),
    copy: (row) => setEditing({ row: undefined, start: { ...start, ...row } }),
    remove: (row) =>
      confirm.ask({
        title: texts.removeQuestion(short(keyOf(kind, row))),
        body: texts.removeHint,
        yes: texts.remove(short(keyOf(kind, row))),
        act: () => remove.mutate(row),
      }),
  });
  /** Only the fields of the form and the key of the record. */
  const written = (draft: Draft<Row>): Row =>
    Object.fromEntries([...kind.keys, ...names].map((name) => [name, draft[name] ?? null])) as unknown as Row;
  const tools = (
    <>
      {(query.data?.length ?? 0) >= SEARCHED_FROM && <Search title={title} value={search} change={setSearch} />}
      <Button
        size="xs"
        leftSection={<Icon name="add" size={14} />}
        aria-label={texts.addTo(title)}
        onClick={() => setEditing({ row: undefined, start })}
      >
        {texts.add}
      </Button>
    </>
  );
  const table = (
    <QueryBoundary query={query}>
      {(rows) => (
        <DataTable
          {...{ label: title, columns, rows: found(rows, search, names) }}
          keyOf={({ id }) => id}
          empty={<ListState isFiltered={rows.length > 0} empty={empty} onClear={() => setSearch('')} />}
        />
      )}
    </QueryBoundary>
  );
  return (
    <>
      {around(tools, table)}
      {editing && (
        <RecordForm
          {...{ fields, preview, keys: kind.keys, row: editing.row, start: editing.start }}
          title={editing.row ? texts.edit(short(keyOf(kind, editing.row))) : texts.addTo(title)}
          save={(draft) => save.mutateAsync({ row: written(draft), version: editing.row?.version })}
          close={() => setEditing(undefined)}
        />
      )}
      {confirm.dialog}
    </>
  );
}

interface RowActions<Row extends Stored> {
  edit(row: Row): void;
  copy(row: Row): void;
  remove(row: Row): void;
}

/** The first field, the extra columns, the other fields, the owner and the actions. */
function useColumns<Row extends Stored>(
  { kind, fields, columns = [], chosen, choose }: PaneProps<Row>,
  { edit, copy, remove }: RowActions<Row>,
): readonly Column<Row>[] {
  const texts = useEditorTexts();
  const ofField = (field: Field<Row>, at: number): Column<Row> => ({
    name: field.label,
    by: (row) => sortable(row[field.name]),
    show: (row) =>
      at > 0 ? (
        <Cell field={field} row={row} />
      ) : (
        <LinkButton pressed={choose ? keyOf(kind, row) === chosen : undefined} onClick={() => (choose ?? edit)(row)}>
          <Cell field={field} row={row} />
        </LinkButton>
      ),
  });
  const [first, ...rest] = fields.filter(({ formOnly }) => !formOnly).map(ofField);
  return [
    ...(first ? [first] : []),
    ...columns,
    ...rest,
    { name: texts.owner, by: backOfficeOf, show: (row) => <OwnerBadge row={row} /> },
    {
      name: texts.actions,
      align: 'right',
      show: (row) => (
        <span className="record-actions">
          <Act label={texts.edit(keyOf(kind, row))} icon="edit" act={() => edit(row)} />
          <Act label={texts.copy(keyOf(kind, row))} icon="copy" act={() => copy(row)} />
          <Act label={texts.remove(keyOf(kind, row))} icon="remove" act={() => remove(row)} />
        </span>
      ),
    },
  ];
}

function Search({ title, value, change }: { title: string; value: string; change(text: string): void }) {
  const texts = useEditorTexts();
  return (
    <TextInput
      size="xs"
      w={220}
      value={value}
      placeholder={texts.search}
      aria-label={`${texts.search}: ${title}`}
      onChange={(event) => change(event.target.value)}
    />
  );
}

const Act = ({ label, icon, act }: { label: string; icon: 'edit' | 'copy' | 'remove'; act(): void }) => (
  <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} title={short(label)} onClick={act}>
    <Icon name={icon} size={15} />
  </ActionIcon>
);

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

const sortable = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : value === null ? null : String(value);

function found<Row extends Stored>(rows: readonly Row[], search: string, names: readonly (keyof Row & string)[]) {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    names.some((name) =>
      String(row[name] ?? '')
        .toLowerCase()
        .includes(wanted),
    ),
  );
}
