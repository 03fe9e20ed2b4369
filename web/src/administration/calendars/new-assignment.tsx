import { Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { DateRangeFields } from '../../kit/date-range-fields.tsx';
import { ResourceSelect } from '../resource-select.tsx';
import { useAssignmentTexts } from './assignment-texts.ts';
import { useCalendarTexts } from './texts.ts';

/** The date that back offices send for "no end date". */
const ENDLESS = '9999-12-31';

interface Assigned {
  readonly resourceNo: string;
  readonly startDate: string;
  readonly endDate: string;
}

export function NewAssignment({ today, add }: { today: string; add(assigned: Assigned): Promise<unknown> }) {
  const texts = useAssignmentTexts();
  const { first } = useCalendarTexts();
  const common = useTexts();
  const [resourceNo, setResourceNo] = useState<string | null>(null);
  const [startDate, setStartDate] = useState(today);
  const [endDate, setEndDate] = useState('');
  const isComplete = resourceNo !== null && startDate !== '' && (endDate === '' || endDate >= startDate);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isComplete) return;
    add({ resourceNo, startDate, endDate: endDate || ENDLESS }).then(
      () => setResourceNo(null),
      () => undefined, // The caller has shown the error.
    );
  };
  return (
    <form onSubmit={submit} aria-label={texts.newAssignment}>
      <Group gap="xs" mt="xs" align="flex-end">
        <ResourceSelect size="xs" label={texts.resource} value={resourceNo} change={setResourceNo} />
        <DateRangeFields
          from={startDate}
          to={endDate}
          labels={{ from: first, to: texts.lastOrNone }}
          onChange={({ from, to }) => {
            if (from !== undefined) setStartDate(from);
            if (to !== undefined) setEndDate(to);
          }}
        />
        <Button size="xs" type="submit" variant="default" disabled={!isComplete}>
          {common.add}
        </Button>
      </Group>
    </form>
  );
}
