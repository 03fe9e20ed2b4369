import type { Cell as SheetCell } from 'write-excel-file/universal';
import { saveFile } from '../../kit/export/save-file.ts';

/** A template: names of columns, an example, and what each column takes. */
export interface Template {
  readonly name: string;
  readonly columns: readonly { readonly label: string; readonly example: string; readonly note: string }[];
  /** Names of the sheets. */
  readonly sheets: { readonly rows: string; readonly notes: string };
}

const quoted = (text: string): string => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A row of notes begins with "# ": it is not imported. */
export function templateCsv({ columns }: Template, separator: ',' | ';'): string {
  const line = (cells: readonly string[]): string => `${cells.map(quoted).join(separator)}\r\n`;
  const notes = columns.map(({ note }, at) => (at === 0 ? `# ${note}` : note));
  return `\uFEFF${line(columns.map(({ label }) => label))}${line(columns.map(({ example }) => example))}${line(notes)}`;
}

export const saveCsvTemplate = (template: Template, separator: ',' | ';'): void =>
  saveFile(`${template.name}.csv`, templateCsv(template, separator), 'text/csv;charset=utf-8');

/** The notes are on a sheet of their own. All cells are texts: Excel would turn numbers of records into dates. */
export async function saveXlsxTemplate({ name, columns, sheets }: Template): Promise<void> {
  const { default: writeXlsx } = await import('write-excel-file/universal');
  const bold = (value: string): SheetCell => ({ value, fontWeight: 'bold' });
  const text = (value: string): SheetCell => (value === '' ? null : { value, type: String, format: '@' });
  const width = (texts: readonly string[]) => ({
    width: Math.min(60, Math.max(10, ...texts.map(({ length }) => length + 2))),
  });
  const file = await writeXlsx([
    {
      sheet: sheets.rows,
      stickyRowsCount: 1,
      data: [columns.map(({ label }) => bold(label)), columns.map(({ example }) => text(example))],
      columns: columns.map(({ label, example }) => width([label, example])),
    },
    {
      sheet: sheets.notes,
      data: columns.map(({ label, note }) => [bold(label), text(note)]),
      columns: [width(columns.map(({ label }) => label)), width(columns.map(({ note }) => note))],
    },
  ]).toBlob();
  saveFile(`${name}.xlsx`, file);
}
