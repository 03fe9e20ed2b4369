import { Anchor, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatIn } from '../../dates/format.ts';
import { useLocale, useTexts } from '../../i18n/language.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import type { BoardStore } from '../board-store.ts';
import { changedFields } from '../history/changed-fields.ts';
import { useFieldTexts } from '../history/use-field-texts.ts';
import { type Difference, differenceFile, differenceQuery } from './queries.ts';
import { usePastTexts } from './texts.ts';

interface Props {
  readonly store: BoardStore;
  readonly zone: string;
  readonly from: string;
  readonly to: string;
  onClose(): void;
}

/** What came, went, moved and changed since a moment, and who changed it. */
export function CompareWithNow({ store, zone, from, to, onClose }: Props) {
  const texts = usePastTexts();
  const { close } = useTexts();
  const { locale } = useLocale();
  const format = formatIn(zone, locale);
  const textOf = useFieldTexts(store, zone);
  const query = useQuery(differenceQuery(from, to));
  const titleOf = ({ appointmentId, appointmentNo, before, after }: Difference): string =>
    String(store.bar(appointmentId)?.subject ?? (before ?? after)?.['subject'] ?? appointmentNo).slice(0, 120);
  const fieldsOf = ({ action, before, after }: Difference): string[] => {
    // Of a deleted appointment, what it was.
    const isGone = after === null;
    return changedFields({
      ...{ number: 0, action: isGone ? 'created' : action },
      ...(isGone ? { before: null, after: before } : { before, after }),
    }).map(textOf);
  };
  const columns: readonly Column<Difference>[] = [
    { name: texts.appointment, show: titleOf, by: titleOf },
    { name: texts.change, show: ({ action }) => texts.actions[action], by: ({ action }) => texts.actions[action] },
    {
      name: texts.fields,
      show: (row) => fieldsOf(row).map((line) => <div key={line}>{line}</div>),
      by: (row) => fieldsOf(row).join('; '),
    },
    {
      name: texts.by,
      show: ({ actors }) => actors.map((each) => each.replace(/^\w+:/, '')).join(', '),
      by: ({ actors }) => actors.join(', '),
    },
    { name: texts.at, show: ({ at }) => format.moment(at), by: ({ at }) => Date.parse(at) },
  ];
  return (
    <Modal
      opened
      size="90%"
      title={texts.compareTitle(format.moment(from))}
      closeButtonProps={{ 'aria-label': close }}
      onClose={onClose}
    >
      <QueryBoundary query={query}>
        {(rows) => (
          <Stack gap="sm" className="past-differences">
            <DataTable
              label={texts.differences}
              keyOf={({ appointmentId }) => appointmentId}
              empty={texts.noDifferences}
              {...{ rows, columns }}
            />
            <Group justify="flex-end">
              <Anchor href={differenceFile(from, to)} download size="sm">
                {texts.file}
              </Anchor>
            </Group>
          </Stack>
        )}
      </QueryBoundary>
    </Modal>
  );
}
