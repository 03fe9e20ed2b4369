import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { NEW_RELATION, relationFormOf, valuesOf } from '../../dependencies/relation.ts';
import { RelationFields } from '../../dependencies/relation-fields.tsx';
import { useDependencyFieldTexts } from '../../dependencies/texts.ts';
import { useTexts } from '../../i18n/language.ts';
import type { Appointment, BoardStore } from '../board-store.ts';
import type { Linked } from './dependency-changes.ts';
import { useAppointmentTexts } from './texts.ts';

interface Props {
  readonly appointment: Appointment;
  readonly store: BoardStore;
  /** The dependency to change; undefined for a new one. */
  readonly link: Linked | undefined;
  /** Appointments that have a dependency already. */
  readonly taken: readonly string[];
  nameOf(appointmentNo: string): string;
  onDone(link: Linked): void;
  onClose(): void;
}

/** The inputs of a dependency, within the form of the appointment: nothing is stored before that is. */
export function LinkForm({ appointment, store, link, taken, nameOf, onDone, onClose }: Props) {
  const texts = useDependencyFieldTexts();
  const own = useAppointmentTexts();
  const common = useTexts();
  const [waits, setWaits] = useState(link?.waits ?? true);
  const [other, setOther] = useState<string | null>(link?.other ?? null);
  const [form, setForm] = useState(link ? relationFormOf(link) : NEW_RELATION);
  const values = valuesOf(form);
  const others = [...store.data.bars.keys()].flatMap((id) => store.appointment(id) ?? []);
  const choices = others
    .filter(({ id, appointmentNo }) => id !== appointment.id && !taken.includes(appointmentNo))
    .toSorted((a, b) => a.start.localeCompare(b.start));
  return (
    <fieldset className="appointment-link">
      <legend>{link ? texts.edit(nameOf(link.other)) : texts.add}</legend>
      {!link && (
        <>
          <SegmentedControl
            size="xs"
            aria-label={own.order}
            value={waits ? 'waits' : 'awaited'}
            onChange={(value) => setWaits(value === 'waits')}
            data={[
              { value: 'waits', label: own.waitsFor },
              { value: 'awaited', label: own.isAwaited },
            ]}
          />
          <Select
            size="xs"
            label={own.otherAppointment}
            description={own.shownOnly}
            inputWrapperOrder={['label', 'input', 'description']}
            searchable
            limit={60}
            value={other}
            onChange={setOther}
            data={choices.map(({ appointmentNo }) => ({ value: appointmentNo, label: nameOf(appointmentNo) }))}
          />
        </>
      )}
      <RelationFields
        size="xs"
        form={form}
        sentences={texts.sentences(waits ? 'otherAppointment' : 'thisAppointment')}
        onChange={setForm}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          size="compact-sm"
          disabled={!values || other === null}
          onClick={() => values && other !== null && onDone({ ...(link ?? {}), ...values, waits, other })}
        >
          {link ? own.keepLink : common.add}
        </Button>
      </Group>
    </fieldset>
  );
}
