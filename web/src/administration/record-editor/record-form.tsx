import { Alert } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { FormFooter } from '../../kit/form-footer.tsx';
import { checkDraft } from './check-draft.ts';
import { FieldInput } from './field-input.tsx';
import { backOfficeOf, type Draft, type Field, type Stored } from './record-kind.ts';
import { useEditorTexts } from './texts.ts';

interface Props<Row extends Stored> {
  readonly title: string;
  readonly fields: readonly Field<Row>[];
  readonly keys: readonly string[];
  /** The record that is edited; a new one has none. */
  readonly row: Row | undefined;
  readonly start: Draft<Row>;
  /** A preview beside the fields. */
  readonly preview: ((draft: Draft<Row>) => ReactNode) | undefined;
  save(draft: Draft<Row>): Promise<unknown>;
  close(): void;
}

export function RecordForm<Row extends Stored>({ title, fields, keys, row, start, preview, save, close }: Props<Row>) {
  const texts = useEditorTexts();
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const saving = useMutation({ mutationFn: save, onSuccess: close });
  const wrong = checkDraft(fields, draft, texts);
  const owner = row && backOfficeOf(row);
  const submit = (): void => {
    setTried(true);
    if (wrong.size === 0) saving.mutate(draft);
  };
  const fixedFirst = row === undefined ? undefined : fields.find(({ name }) => keys.includes(name))?.name;
  return (
    <FormDialog title={title} size="lg" noValidate onSubmit={submit} onClose={close}>
      {owner && <Alert color="yellow">{texts.owned(owner)}</Alert>}
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={draft[field.name]}
          fixed={row !== undefined && keys.includes(field.name)}
          hint={field.name === fixedFirst ? texts.keyFixed : field.hint}
          error={tried ? wrong.get(field.name) : undefined}
          change={(value) => setDraft((last) => ({ ...last, [field.name]: value }))}
        />
      ))}
      {preview?.(draft)}
      <FormFooter error={saving.error} isBusy={saving.isPending} onCancel={close} />
    </FormDialog>
  );
}
