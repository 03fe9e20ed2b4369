import { Button } from '@mantine/core';
import type { ImportField, ImportKindName } from '../../api/import-kinds.ts';
import { useNotify } from '../../kit/use-notify.ts';
import type { Formats } from './convert-cell.ts';
import { useKindNames } from './kind-names.ts';
import { saveCsvTemplate, saveXlsxTemplate, type Template } from './save-template.ts';
import { exampleOf, templateFields } from './template.ts';
import { type FileImportTexts, useFileImportTexts } from './texts.ts';
import { useFieldLabel } from './use-field-label.ts';

const TYPE_NAMES: Readonly<Record<string, keyof FileImportTexts['types']>> = {
  integer: 'integer',
  decimal: 'decimal',
  coordinate: 'decimal',
  date: 'date',
  instant: 'moment',
  resourceInstant: 'moment',
  timeOfDay: 'time',
  timeSpan: 'time',
  boolean: 'flag',
};

function noteOf({ param, kind, required, max, choices }: ImportField, texts: FileImportTexts): string {
  const allowed = Object.entries(choices ?? {}).map(([value, name]) => `${value} ${name}`);
  return [
    `${param}.`,
    required ? texts.required : '',
    allowed.length > 0 ? `${allowed.join(', ')}.` : texts.types[TYPE_NAMES[kind] ?? 'text'],
    max === null ? '' : texts.upTo(max),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

export function TemplateButtons({ kind, formats }: { kind: ImportKindName; formats: Formats }) {
  const texts = useFileImportTexts();
  const names = useKindNames();
  const labelOf = useFieldLabel();
  const notify = useNotify();
  const template = (): Template => ({
    name: names[kind],
    columns: templateFields(kind).map((field) => ({
      label: labelOf(field),
      example: exampleOf(field, formats),
      note: noteOf(field, texts),
    })),
    sheets: { rows: names[kind].slice(0, 31), notes: texts.notes },
  });
  // Excel separates by semicolons where the comma separates decimals.
  const separator = formats.decimal === ',' ? ';' : ',';
  return (
    <>
      <Button size="xs" variant="default" onClick={() => saveCsvTemplate(template(), separator)}>
        {texts.templateCsv}
      </Button>
      <Button size="xs" variant="default" onClick={() => void saveXlsxTemplate(template()).catch(notify.error)}>
        {texts.templateExcel}
      </Button>
    </>
  );
}
