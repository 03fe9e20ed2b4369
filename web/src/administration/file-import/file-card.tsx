import { Alert, Button, FileButton, Group, Select } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { type ImportKindName, importKinds } from '../../api/import-kinds.ts';
import { Card } from '../../kit/page.tsx';
import type { Formats } from './convert-cell.ts';
import { type Encoding, encodings } from './decode-text.ts';
import { useKindNames } from './kind-names.ts';
import type { CsvOptions, Separator } from './read-csv.ts';
import { TemplateButtons } from './template-buttons.tsx';
import { useFileImportTexts } from './texts.ts';
import type { OpenFile } from './use-open-file.ts';

interface Props {
  readonly kind: ImportKindName;
  readonly file: OpenFile;
  readonly formats: Formats;
  onKind(kind: ImportKindName): void;
}

/** What is imported, and from which file. */
export function FileCard({ kind, file, formats, onKind }: Props) {
  const texts = useFileImportTexts();
  const names = useKindNames();
  const kinds = Object.keys(importKinds) as ImportKindName[];
  return (
    <Card title={texts.file} actions={<TemplateButtons kind={kind} formats={formats} />}>
      <Group align="end" gap="sm" mb="sm">
        <Select
          label={texts.kind}
          value={kind}
          onChange={(value) => value && onKind(value as ImportKindName)}
          data={kinds.map((value) => ({ value, label: names[value] }))}
          searchable
          allowDeselect={false}
          w={320}
        />
        <CsvFields options={file.options} onChange={file.setOptions} />
      </Group>
      <DropArea file={file} />
      {file.problem && (
        <Alert color="red" variant="light" mt="sm" role="alert">
          {texts.problems[file.problem]}
        </Alert>
      )}
    </Card>
  );
}

function DropArea({ file }: { file: OpenFile }) {
  const texts = useFileImportTexts();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) file.open(dropped);
  };
  return (
    <section
      aria-label={texts.choose}
      className={isOver ? 'file-import-drop file-import-over' : 'file-import-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileButton
        accept=".csv,.txt,.tsv,.xlsx"
        resetRef={file.resetRef}
        onChange={(chosen) => chosen && file.open(chosen)}
        inputProps={{ 'aria-label': texts.choose }}
      >
        {(props) => (
          <Button size="xs" loading={file.isReading} {...props}>
            {texts.choose}
          </Button>
        )}
      </FileButton>
      <span role="status">
        {file.isReading ? texts.reading : file.table ? texts.chosen(file.name, file.table.rows.length) : texts.drop}
      </span>
    </section>
  );
}

const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Latin-1)',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
};

function CsvFields({ options, onChange }: { options: CsvOptions; onChange(options: CsvOptions): void }) {
  const texts = useFileImportTexts();
  const separators: readonly (readonly [Separator, string])[] = [
    [',', ','],
    [';', ';'],
    ['\t', texts.tab],
  ];
  return (
    <>
      <Select
        label={texts.separator}
        value={options.separator ?? 'auto'}
        onChange={(value) => onChange({ ...options, separator: separators.find(([each]) => each === value)?.[0] })}
        data={[{ value: 'auto', label: texts.automatic }, ...separators.map(([value, label]) => ({ value, label }))]}
        allowDeselect={false}
        w={180}
      />
      <Select
        label={texts.encoding}
        value={options.encoding ?? 'auto'}
        onChange={(value) => onChange({ ...options, encoding: encodings.find((each) => each === value) })}
        data={[
          { value: 'auto', label: texts.automatic },
          ...encodings.map((value) => ({ value, label: ENCODING_NAMES[value] })),
        ]}
        allowDeselect={false}
        w={200}
      />
    </>
  );
}
