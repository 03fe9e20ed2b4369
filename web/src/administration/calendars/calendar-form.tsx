import { Alert, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../api/schema.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { FormFooter } from '../../kit/form-footer.tsx';
import { backOfficeOf } from '../record-editor/record-kind.ts';
import { useEditorTexts } from '../record-editor/texts.ts';
import { type Calendar, nameOf, parentsOf } from './calendar.ts';
import { useCalendarTexts } from './texts.ts';

interface Props {
  /** Undefined for a new one. */
  readonly calendar: Calendar | undefined;
  readonly calendars: readonly Calendar[];
  save(written: Schemas['CalendarWrite'], version: number | undefined): Promise<unknown>;
  close(): void;
}

interface Draft {
  readonly code: string;
  readonly name: string;
  readonly parentCode: string | null;
  readonly default: boolean;
  /** A text while it is being typed. */
  readonly hoursPerDay: number | string;
}

const draftOf = (calendar: Calendar | undefined): Draft => ({
  code: calendar?.code ?? '',
  name: calendar?.name ?? '',
  parentCode: calendar?.parentCode ?? null,
  default: calendar?.default ?? false,
  hoursPerDay: calendar?.hoursPerDay ?? 8,
});

const writeOf = (draft: Draft): Schemas['CalendarWrite'] => ({
  ...draft,
  code: draft.code.trim(),
  name: draft.name || null,
  hoursPerDay: Number(draft.hoursPerDay) || 8,
});

/** The name and the parent of a calendar. */
export function CalendarForm({ calendar, calendars, save, close }: Props) {
  const texts = useCalendarTexts();
  const editor = useEditorTexts();
  const [draft, setDraft] = useState(draftOf(calendar));
  const set = (changes: Partial<Draft>): void => setDraft((last) => ({ ...last, ...changes }));
  const saving = useMutation({ mutationFn: () => save(writeOf(draft), calendar?.version), onSuccess: close });
  const owner = calendar && backOfficeOf(calendar);
  // A calendar cannot be its own ancestor.
  const possible = calendars.filter(
    (each) => !calendar || (each.code !== calendar.code && !parentsOf(calendars, each).includes(calendar)),
  );
  const isWithoutCode = draft.code.trim() === '';
  return (
    <FormDialog
      title={calendar ? texts.editOf(nameOf(calendar)) : texts.add}
      noValidate
      onSubmit={() => !isWithoutCode && saving.mutate()}
      onClose={close}
    >
      {owner && <Alert color="yellow">{editor.owned(owner)}</Alert>}
      <TextInput
        label={texts.code}
        withAsterisk
        maxLength={255}
        disabled={calendar !== undefined}
        value={draft.code}
        onChange={(event) => set({ code: event.target.value })}
      />
      <TextInput
        label={texts.name}
        maxLength={255}
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Select
        label={texts.parent}
        description={texts.parentHint}
        clearable
        searchable
        data={possible.map((each) => ({ value: each.code, label: nameOf(each) }))}
        value={draft.parentCode}
        onChange={(parentCode) => set({ parentCode })}
      />
      <NumberInput
        label={texts.hoursPerDay}
        description={texts.hoursPerDayHint}
        min={0}
        max={24}
        decimalScale={2}
        value={draft.hoursPerDay}
        onChange={(hoursPerDay) => set({ hoursPerDay })}
      />
      <Switch
        label={texts.default}
        description={texts.defaultHint}
        checked={draft.default}
        onChange={(event) => set({ default: event.target.checked })}
      />
      <FormFooter error={saving.error} isBusy={saving.isPending} disabled={isWithoutCode} onCancel={close} />
    </FormDialog>
  );
}
