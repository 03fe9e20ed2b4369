import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../kit/form-dialog.tsx';
import { FormFooter } from '../kit/form-footer.tsx';
import { useDraftTexts } from './texts.ts';

const LONGEST = 100;

interface Props {
  readonly title: string;
  readonly name: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  onName(name: string): void;
  onClose(): void;
}

/** Asks for the name of a draft. */
export function NameDialog({ title, name, submit, isBusy, error, onName, onClose }: Props) {
  const texts = useDraftTexts();
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <FormDialog title={title} onSubmit={() => wanted !== '' && onName(wanted)} onClose={onClose}>
      <TextInput
        data-autofocus
        required
        label={texts.name}
        maxLength={LONGEST}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormFooter error={error} isBusy={isBusy} submitLabel={submit} disabled={wanted === ''} onCancel={onClose} />
    </FormDialog>
  );
}
