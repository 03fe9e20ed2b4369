import { Loader, Select } from '@mantine/core';
import { useState } from 'react';
import { ExportMenu } from '../../kit/export-menu.tsx';
import { useFormat } from '../../kit/use-format.ts';
import type { ActionQueue } from '../action-queue.ts';
import type { BoardStore } from '../board-store.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { type Conflict, type ConflictFilter, conflictTable, groupsOf, messageOf } from './conflict.ts';
import './conflicts.css';
import { ConflictLine } from './conflict-line.tsx';
import { type ConflictWindow, useConflicts } from './queries.ts';
import { useConflictTexts } from './texts.ts';

interface Props {
  readonly store: BoardStore;
  readonly window: ConflictWindow;
  readonly zone: string;
  readonly queue: ActionQueue;
  readonly selected: ReadonlySet<number>;
  onSelect(ids: readonly number[]): void;
  /** Reads the board again: bars of accepted conflicts lose their mark. */
  onChanged(): void;
}

/** The conflicts of the window: what is wrong, how to fix it, and what was accepted. */
export function ConflictList({ store, window, zone, queue, selected, onSelect, onChanged }: Props) {
  const texts = useConflictTexts();
  const format = useFormat();
  const { data, error } = useConflicts(store, window);
  const [filter, setFilter] = useState<ConflictFilter>({ rule: null, resource: null, severity: null, groupBy: 'rule' });
  const [accepting, setAccepting] = useState<Conflict>();
  if (error) return <p className="dock-empty">{texts.failed}</p>;
  if (!data) return <Loader size="sm" m="sm" />;
  if (data.length === 0) return <p className="dock-empty">{texts.none}</p>;
  const wording = { texts, moment: (iso: string) => format.moment(iso) };
  const groups = groupsOf(data, filter, texts);
  return (
    <div className="conflicts">
      <Filters conflicts={data} filter={filter} onFilter={setFilter}>
        <ExportMenu
          title={texts.conflicts}
          table={() =>
            conflictTable(
              groups.flatMap(({ conflicts }) => conflicts),
              wording,
            )
          }
        />
      </Filters>
      {groups.length === 0 && <p className="dock-empty">{texts.noneMatch}</p>}
      {groups.map(({ name, conflicts }) => (
        <section key={name} aria-label={name}>
          <h3>
            {name} <span className="badge">{conflicts.length}</span>
          </h3>
          <ul className="conflict-lines">
            {conflicts.slice(0, 200).map((conflict) => {
              const ids = [conflict.appointment?.id, conflict.other?.id].filter((id) => id !== undefined);
              return (
                <ConflictLine
                  key={conflict.id}
                  conflict={conflict}
                  message={messageOf(conflict, wording)}
                  isSelected={ids.some((id) => selected.has(id))}
                  queue={queue}
                  onShow={() => onSelect(ids.filter((id) => store.bar(id)).slice(0, 1))}
                  onAccept={() => setAccepting(conflict)}
                  onWithdrawn={onChanged}
                />
              );
            })}
          </ul>
        </section>
      ))}
      {accepting && (
        <AcceptDialog
          conflict={accepting}
          message={messageOf(accepting, wording)}
          zone={zone}
          onClose={() => setAccepting(undefined)}
          onDone={onChanged}
        />
      )}
    </div>
  );
}

interface FilterProps {
  readonly conflicts: readonly Conflict[];
  readonly filter: ConflictFilter;
  readonly children: React.ReactNode;
  onFilter(filter: ConflictFilter): void;
}

function Filters({ conflicts, filter, children, onFilter }: FilterProps) {
  const texts = useConflictTexts();
  const options = (entries: readonly (readonly [string, string])[]) =>
    [...new Map(entries)].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
  const rules = options(conflicts.map(({ rule }) => [rule, texts.rules[rule] ?? rule] as const));
  const resources = options(
    conflicts.flatMap(({ resourceNo, resourceName }) =>
      resourceNo ? [[resourceNo, resourceName ?? resourceNo] as const] : [],
    ),
  );
  const choice = (
    label: string,
    placeholder: string,
    name: 'rule' | 'resource' | 'severity',
    data: readonly { readonly value: string; readonly label: string }[],
  ) => (
    <Select
      size="xs"
      w={170}
      clearable
      searchable={data.length > 8}
      aria-label={label}
      placeholder={placeholder}
      data={[...data]}
      value={filter[name]}
      onChange={(value) => onFilter({ ...filter, [name]: value })}
    />
  );
  return (
    <div className="conflict-filters">
      {choice(texts.rule, texts.anyRule, 'rule', rules)}
      {choice(texts.resource, texts.anyResource, 'resource', resources)}
      {choice(texts.severity, texts.anySeverity, 'severity', [
        { value: 'error', label: texts.severities.error },
        { value: 'warning', label: texts.severities.warning },
      ])}
      <Select
        size="xs"
        w={170}
        allowDeselect={false}
        aria-label={texts.group}
        data={[
          { value: 'rule', label: `${texts.group}: ${texts.rule}` },
          { value: 'resource', label: `${texts.group}: ${texts.resource}` },
          { value: 'severity', label: `${texts.group}: ${texts.severity}` },
        ]}
        value={filter.groupBy}
        onChange={(value) => value && onFilter({ ...filter, groupBy: value as ConflictFilter['groupBy'] })}
      />
      {children}
    </div>
  );
}
