import { Button, Menu } from '@mantine/core';
import { openMoment } from '../api/as-of.ts';
import { dateOf, instantIn, localOf } from '../dates/zone.ts';
import { Icon } from '../frame/icons.tsx';
import { useSession, zoneOf } from '../session/session.ts';
import { saveFile } from './export/save-file.ts';
import { type ExportTable, fileName, withMoment } from './export/table-data.ts';
import { useExportTexts } from './export/texts.ts';
import { useNotify } from './use-notify.ts';

interface Props {
  /** The name of the table, for the label. */
  readonly title: string;
  /** The columns and rows that are shown, or all pages of them. */
  table(): ExportTable | Promise<ExportTable>;
}

/** Saves a table as Excel or CSV. The writers are loaded with the first export. */
export function ExportMenu({ title, table }: Props) {
  const texts = useExportTexts();
  const notify = useNotify();
  const zone = zoneOf(useSession());
  const save = async (format: 'xlsx' | 'csv'): Promise<void> => {
    const moment = openMoment();
    const at = moment === undefined ? undefined : instantIn(zone, moment);
    const shown = await table();
    const made = at === undefined ? shown : withMoment(shown, texts.asOf, at);
    const when = at === undefined ? dateOf(zone, Date.now()) : `${texts.asOf} ${localText(zone, at)}`;
    const file = `${fileName(made.name, when)}.${format}`;
    if (format === 'xlsx') {
      const { writeXlsxFile } = await import('./export/write-xlsx.ts');
      saveFile(file, await writeXlsxFile(made, zone));
    } else {
      const { csvText } = await import('./export/csv-text.ts');
      saveFile(file, csvText(made, zone), 'text/csv;charset=utf-8');
    }
    if (made.total !== undefined && made.total > made.rows.length)
      notify.success(texts.limited(made.rows.length, made.total));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="default" aria-label={texts.exportOf(title)} title={texts.exportOf(title)}>
          <Icon name="download" size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('xlsx').catch(notify.error)}>{texts.excel}</Menu.Item>
        <Menu.Item onClick={() => void save('csv').catch(notify.error)}>{texts.csv}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** 2026-11-17T09:00:30 */
const localText = (zone: string, at: number): string => new Date(localOf(zone, at)).toISOString().slice(0, 19);
