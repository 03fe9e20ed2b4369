import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { ResourceSelect } from '../resource-select.tsx';
import { useCalendarTexts } from './texts.ts';

/** How back offices say "without end". */
const ENDLESS = '9999-12-31';

interface Assigned {
  readonly resourceNo: string;
  readonly startDate: string;
  readonly endDate: string;
}

export function NewAssignment({ today, add }: { today: string; add(assigned: Assigned): Promise<unknown> }) {
  const texts = useCalendarTexts();
  const common = useTexts();
  const [resourceNo, setResourceNo] = useState<string | null>(null);
  const [startDate, setStartDate] = useState(today);
  const [endDate, setEndDate] = useState('');
  const isRight = resourceNo !== null && startDate !== '' && (endDate === '' || endDate >= startDate);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isRight) return;
    add({ resourceNo, startDate, endDate: endDate || ENDLESS }).then(
      () => setResourceNo(null),
      () => undefined, // told already
    );
  };
  return (
    <form onSubmit={submit} aria-label={texts.newAssignment}>
      <Group gap="xs" mt="xs" align="flex-end">
        <ResourceSelect size="xs" label={texts.resource} value={resourceNo} change={setResourceNo} />
        <TextInput
          size="xs"
          type="date"
          label={texts.first}
          value={startDate}
          onChange={(event) => setStartDate(event.target.value)}
        />
        <TextInput
          size="xs"
          type="date"
          label={texts.lastOrNone}
          value={endDate}
          onChange={(event) => setEndDate(event.target.value)}
        />
        <Button size="xs" type="submit" variant="default" disabled={!isRight}>
          {common.add}
        </Button>
      </Group>
    </form>
  );
}
