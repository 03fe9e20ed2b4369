import { Alert, Modal, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Schemas } from '../../api/schema.ts';
import { useTexts } from '../../i18n/language.ts';
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

/** The name and the parent of a calendar. */
export function CalendarForm({ calendar, calendars, save, close }: Props) {
  const texts = useCalendarTexts();
  const common = useTexts();
  const editor = useEditorTexts();
  const [code, setCode] = useState(calendar?.code ?? '');
  const [name, setName] = useState(calendar?.name ?? '');
  const [parentCode, setParentCode] = useState(calendar?.parentCode ?? null);
  const [isDefault, setDefault] = useState(calendar?.default ?? false);
  const [hoursPerDay, setHoursPerDay] = useState<number | string>(calendar?.hoursPerDay ?? 8);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const owner = calendar && backOfficeOf(calendar);
  // A calendar cannot be its own ancestor.
  const possible = calendars.filter(
    (each) => !calendar || (each.code !== calendar.code && !parentsOf(calendars, each).includes(calendar)),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === '') return;
    setBusy(true);
    save(
      { code: code.trim(), name: name || null, parentCode, default: isDefault, hoursPerDay: Number(hoursPerDay) || 8 },
      calendar?.version,
    )
      .then(close, setRefusal)
      .finally(() => setBusy(false));
  };
  return (
    <Modal
      opened
      onClose={close}
      title={calendar ? texts.editOf(nameOf(calendar)) : texts.add}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {owner && <Alert color="yellow">{editor.owned(owner)}</Alert>}
          <TextInput
            label={texts.code}
            withAsterisk
            maxLength={255}
            disabled={calendar !== undefined}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <TextInput
            label={texts.name}
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Select
            label={texts.parent}
            description={texts.parentHint}
            clearable
            searchable
            data={possible.map((each) => ({ value: each.code, label: nameOf(each) }))}
            value={parentCode}
            onChange={setParentCode}
          />
          <NumberInput
            label={texts.hoursPerDay}
            description={texts.hoursPerDayHint}
            min={0}
            max={24}
            decimalScale={2}
            value={hoursPerDay}
            onChange={setHoursPerDay}
          />
          <Switch
            label={texts.default}
            description={texts.defaultHint}
            checked={isDefault}
            onChange={(event) => setDefault(event.target.checked)}
          />
          <FormFooter error={refusal} isBusy={busy} disabled={code.trim() === ''} onCancel={close} />
        </Stack>
      </form>
    </Modal>
  );
}
