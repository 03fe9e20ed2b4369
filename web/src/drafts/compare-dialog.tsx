import { Button, Checkbox, Group, Modal, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { useLocale, useTexts } from '../i18n/language.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { useFormat } from '../kit/use-format.ts';
import { useMay } from '../session/may.ts';
import type { Comparison, DraftChange, Figure } from './queries.ts';
import { sideText, titleOf } from './side-text.ts';
import { useDraftTexts } from './texts.ts';

interface Props {
  readonly name: string;
  readonly comparison: Comparison;
  readonly isBusy: boolean;
  nameOf(resourceNo: string): string;
  onTakeOut(ids: readonly number[]): void;
  onPublish(ids: readonly number[] | undefined): void;
  onClose(): void;
}

/** The plan and the draft side by side: figures, and the appointments that differ. */
export function CompareDialog({ name, comparison, isBusy, nameOf, onTakeOut, onPublish, onClose }: Props) {
  const texts = useDraftTexts();
  const { close } = useTexts();
  const format = useFormat();
  const mark = useMay()('planning.draft');
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { changes } = comparison;
  const chosen = changes.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  const choose = (id: number, isChosen: boolean): void => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  const columns: readonly Column<DraftChange>[] = [
    {
      name: '',
      show: (row) => (
        <Checkbox
          size="xs"
          aria-label={`${texts.choose}: ${titleOf(row)}`}
          checked={!left.has(row.id)}
          onChange={(event) => choose(row.id, event.currentTarget.checked)}
        />
      ),
    },
    { name: texts.appointment, show: titleOf, by: titleOf },
    { name: texts.change, show: (row) => texts.actions[row.action], by: (row) => texts.actions[row.action] },
    { name: texts.plan, show: (row) => sideText(row.present, format, nameOf), by: (row) => startOf(row.present) },
    { name: texts.draft, show: (row) => sideText(row.draft, format, nameOf), by: (row) => startOf(row.draft) },
    {
      name: texts.conflict,
      show: (row) => (row.conflicts.length > 0 ? `⚠ ${texts.conflict}` : ''),
      by: (row) => row.conflicts.length,
    },
    {
      name: ' ',
      show: (row) => (
        <Button
          {...mark}
          size="compact-xs"
          variant="default"
          disabled={isBusy}
          aria-label={`${texts.takeOut}: ${titleOf(row)}`}
          onClick={() => onTakeOut([row.id])}
        >
          {texts.takeOut}
        </Button>
      ),
    },
  ];
  return (
    <Modal
      opened
      size="90%"
      title={texts.compareTitle(name)}
      closeButtonProps={{ 'aria-label': close }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Figures figures={comparison.figures} />
        <DataTable
          label={texts.changed}
          rows={changes}
          columns={columns}
          keyOf={({ id }) => id}
          empty={texts.noChanges}
        />
        <Group justify="flex-end">
          <Button
            {...mark}
            disabled={chosen.length === 0}
            onClick={() => onPublish(left.size === 0 ? undefined : chosen)}
          >
            {texts.publishCount(chosen.length)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const startOf = (side: DraftChange['present']): number => (side ? Date.parse(side.start) : 0);

function Figures({ figures: { present, draft } }: Pick<Comparison, 'figures'>) {
  const texts = useDraftTexts();
  const { locale } = useLocale();
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const difference = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return (
    <Table className="draft-figures" aria-label={texts.figures}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.figure}</Table.Th>
          <Table.Th ta="right">{texts.plan}</Table.Th>
          <Table.Th ta="right">{texts.draft}</Table.Th>
          <Table.Th ta="right">{texts.difference}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {(Object.keys(texts.names) as Figure[]).map((name) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{texts.names[name]}</Table.Th>
            <Table.Td ta="right">{number.format(present[name])}</Table.Td>
            <Table.Td ta="right">{number.format(draft[name])}</Table.Td>
            <Table.Td ta="right">{difference.format(draft[name] - present[name])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
