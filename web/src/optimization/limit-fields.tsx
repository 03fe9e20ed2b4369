import { Collapse, NumberInput, Slider, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { RunForm } from './run-request.ts';
import { useOptimizationTexts } from './texts.ts';

type Amount = 'maxSeconds' | 'maxChanges' | 'overtimeMinutes' | 'maxDistanceKm' | 'maxMinutesPerDay' | 'seed';

/** How far a run may go, and how long it may look. */
export function LimitFields({ form, onChange }: { form: RunForm; onChange(change: Partial<RunForm>): void }) {
  const texts = useOptimizationTexts();
  const [isOpen, setOpen] = useState(false);
  const amount = (name: Amount, label: string, [least, most]: readonly [number, number], hint?: string) => (
    <NumberInput
      size="xs"
      label={label}
      description={hint}
      placeholder={texts.noLimit}
      min={least}
      max={most}
      allowDecimal={false}
      clampBehavior="strict"
      value={form[name]}
      onChange={(value) => onChange({ [name]: typeof value === 'number' ? value : '' })}
    />
  );
  const freeze = (
    <TextInput
      size="xs"
      type="datetime-local"
      label={texts.freezeBefore}
      value={form.freezeBefore}
      onChange={({ currentTarget }) => onChange({ freezeBefore: currentTarget.value })}
    />
  );
  return (
    <fieldset className="opt-limits">
      <legend>{texts.limits}</legend>
      {form.kind === 'fieldService' ? (
        <>
          {amount('maxSeconds', texts.maxSeconds, [1, 600])}
          {amount('maxChanges', texts.maxChanges, [0, 1_000_000])}
          {freeze}
          <UnstyledButton className="opt-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? texts.less : texts.more}
          </UnstyledButton>
          <Collapse expanded={isOpen} transitionDuration={0}>
            <div className="opt-filter">
              {amount('overtimeMinutes', texts.overtimeMinutes, [0, 1440])}
              {amount('maxDistanceKm', texts.maxDistanceKm, [0, 100_000])}
              {amount('seed', texts.seed, [0, 4_294_967_295], texts.seedHint)}
              <Switch
                size="xs"
                label={texts.commuteIsWork}
                checked={form.commuteIsWork}
                onChange={({ currentTarget }) => onChange({ commuteIsWork: currentTarget.checked })}
              />
            </div>
          </Collapse>
        </>
      ) : (
        <>
          <div>
            <span className="opt-label">
              {texts.utilization} {form.utilization} %
            </span>
            <Slider
              size="sm"
              min={5}
              max={100}
              step={5}
              label={null}
              thumbLabel={texts.utilization}
              value={form.utilization}
              onChange={(utilization) => onChange({ utilization })}
            />
          </div>
          {amount('maxMinutesPerDay', texts.maxMinutesPerDay, [1, 1440])}
          {freeze}
        </>
      )}
    </fieldset>
  );
}
