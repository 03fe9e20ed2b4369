import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldValues } from '../../job-card/card-columns.tsx';
import { FieldInputs } from '../../job-card/field-inputs.tsx';
import { changesOf, isComplete, type TypedValues, typedSince } from '../../job-card/field-values.ts';
import { JobCard } from '../../job-card/job-card.tsx';
import { Part } from '../../job-card/part.tsx';
import type { CardOf, JobCardAnswer } from '../../job-card/query.ts';
import { useJobCardTexts } from '../../job-card/texts.ts';
import { useMay } from '../../session/may.ts';
import type { ActionQueue } from '../action-queue.ts';
import { CardAttachments } from './card-attachments.tsx';
import { saveFields } from './save-fields.ts';

interface Props {
  readonly of: CardOf;
  readonly queue: ActionQueue;
}

/** The job card of the selection. Those who plan edit the fields of an appointment here. */
export function DetailsCard({ of, queue }: Props) {
  return (
    <JobCard
      key={`${of.appointment} ${of.task}`}
      of={of}
      withHead={of.task !== undefined}
      fields={(card) => (
        <>
          <EditableFields card={card} queue={queue} />
          <CardAttachments card={card} />
        </>
      )}
    />
  );
}

function EditableFields({ card, queue }: { readonly card: JobCardAnswer; readonly queue: ActionQueue }) {
  const texts = useJobCardTexts();
  const queries = useQueryClient();
  const mark = useMay()('details.fields');
  const [typed, setTyped] = useState<TypedValues>({});
  const { appointment, fields } = card;
  if (!mark || !appointment || appointment.locked || fields.every(({ readOnly }) => readOnly))
    return <FieldValues card={card} />;
  const changes = changesOf(fields, typed);
  const save = async (): Promise<void> => {
    let isStored = false;
    await queue.act('changed', [appointment.id], async (actionId) => {
      await saveFields({ appointmentId: appointment.id }, changes, actionId);
      isStored = true;
    });
    await queries.invalidateQueries({ queryKey: ['jobCard'] });
    // What was refused stays to be corrected.
    if (isStored) setTyped((now) => typedSince(now, typed));
  };
  return (
    <Part title={texts.fields}>
      <form
        className="job-card-fields"
        {...mark}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FieldInputs fields={fields} typed={typed} onChange={setTyped} />
        {changes.length > 0 && (
          <Button type="submit" size="compact-xs" disabled={!isComplete(fields, typed)}>
            {texts.saveFields}
          </Button>
        )}
      </form>
    </Part>
  );
}
