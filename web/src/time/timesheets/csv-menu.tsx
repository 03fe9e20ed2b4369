import { Button, Menu } from '@mantine/core';
import { tableOf } from '../../api/client.ts';
import { Icon } from '../../frame/icons.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import type { Days } from '../../offline/merge.ts';
import { useTeamTexts } from '../team/texts.ts';

/** The week as tables for payroll and spreadsheets, written by the service. */
export function CsvMenu({ days: { start, end } }: { days: Days }) {
  const texts = useTeamTexts();
  const notify = useNotify();
  const query = { start, end };
  const tables = [
    { text: texts.csvEntries, file: 'entries', ask: () => tableOf('/timeEntry', query) },
    { text: texts.csvMissing, file: 'hours', ask: () => tableOf('/timeEntry/missing', query) },
    { text: texts.csvSummary, file: 'summary', ask: () => tableOf('/timeEntry/summary', { ...query, by: 'resource' }) },
  ] as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" size={16} />}>
          {texts.csv}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tables.map(({ text, file, ask }) => (
          <Menu.Item
            key={file}
            onClick={() => ask().then((table) => save(table, `${file}-${start}.csv`), notify.error)}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function save(table: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(table);
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
