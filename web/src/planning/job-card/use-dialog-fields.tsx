import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FieldInputs } from '../../job-card/field-inputs.tsx';
import { changesOf, type FieldChange, isComplete, type TypedValues } from '../../job-card/field-values.ts';
import { JobCard } from '../../job-card/job-card.tsx';
import { type CardOf, jobCardQuery } from '../../job-card/query.ts';

interface DialogCard {
  /** The card, below the task; null without one. */
  readonly card: ReactNode;
  /** The inputs of the appointment's fields. */
  readonly inputs: ReactNode;
  readonly changes: readonly FieldChange[];
  /** All mandatory fields have a value. */
  readonly isComplete: boolean;
}

/** The job card of the appointment dialog, and the fields that are stored with the appointment. */
export function useDialogFields(of: CardOf | undefined): DialogCard {
  const [typed, setTyped] = useState<TypedValues>({});
  const { data } = useQuery({ ...jobCardQuery(of ?? { task: 0 }), enabled: of !== undefined });
  const fields = of && data ? data.fields : [];
  return {
    card: of ? (
      <div className="wide appointment-card">
        <JobCard of={of} fields={() => null} />
      </div>
    ) : null,
    inputs: <FieldInputs fields={fields} typed={typed} size="sm" showsFaults onChange={setTyped} />,
    changes: changesOf(fields, typed),
    isComplete: isComplete(fields, typed),
  };
}
