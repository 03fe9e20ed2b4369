import { Button } from '@mantine/core';
import { useState } from 'react';
import { FieldInputs } from '../job-card/field-inputs.tsx';
import { changesOf, currentValue, faultOf, type TypedValues, typedSince } from '../job-card/field-values.ts';
import { Part } from '../job-card/part.tsx';
import type { ShownVisit } from '../offline/merge-day.ts';
import { useMay } from '../session/may.ts';
import { useMyDayTexts } from './texts.ts';
import type { MyDay } from './use-my-day.ts';
import { nameOf } from './visit-name.ts';

/** The fields of the appointment. What is half filled in can be saved: a worker comes back to it. */
export function Checklist({ visit, myDay }: { visit: ShownVisit; myDay: MyDay }) {
  const texts = useMyDayTexts();
  const control = useMay()('myDay.fields');
  const [typed, setTyped] = useState<TypedValues>({});
  const { fields } = visit;
  if (fields.length === 0 || !control) return null;
  const changes = changesOf(fields, typed);
  const isWrong = fields.some((field) => faultOf(field, currentValue(field, typed)) === 'number');
  const resourceNo = myDay.query.data?.day.resourceNo ?? '';
  const save = async (): Promise<void> => {
    await myDay.device.act(resourceNo, {
      kind: 'fields',
      visit: nameOf(visit),
      fields: changes.map(({ fieldCode, fieldValue }) => ({ code: fieldCode, value: fieldValue })),
    });
    setTyped((now) => typedSince(now, typed));
  };
  return (
    <Part title={texts.checklist}>
      <form
        {...control}
        className="my-day-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FieldInputs fields={fields} typed={typed} size="sm" onChange={setTyped} />
        <Button type="submit" disabled={changes.length === 0 || isWrong}>
          {texts.saveChecklist}
        </Button>
      </form>
    </Part>
  );
}
