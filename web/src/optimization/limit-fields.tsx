import { Collapse, NumberInput, Slider, Switch, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { DateTimeInput } from '../kit/date-time-input.tsx';
import type { RunForm } from './run-request.ts';
import { useOptimizationTexts } from './texts.ts';

type Amount = 'maxSeconds' | 'maxChanges' | 'overtimeMinutes' | 'maxDistanceKm' | 'maxMinutesPerDay' | 'seed';

interface Props {
  readonly form: RunForm;
  onChange(change: Partial<RunForm>): void;
}

/** What a run may change, and how long it may search. */
export function LimitFields(props: Props) {
  const texts = useOptimizationTexts();
  return (
    <fieldset className="opt-limits">
      <legend>{texts.limits}</legend>
      {props.form.kind === 'fieldService' ? (
        <FieldServiceLimits {...props} />
      ) : (
        <ProfessionalServicesLimits {...props} />
      )}
    </fieldset>
  );
}

function FieldServiceLimits(props: Props) {
  const texts = useOptimizationTexts();
  const [isOpen, setOpen] = useState(false);
  const { form, onChange } = props;
  return (
    <>
      <AmountInput {...props} name="maxSeconds" label={texts.maxSeconds} range={[1, 600]} />
      <AmountInput {...props} name="maxChanges" label={texts.maxChanges} range={[0, 1_000_000]} />
      <FreezeInput {...props} />
      <UnstyledButton className="opt-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.less : texts.more}
      </UnstyledButton>
      <Collapse expanded={isOpen} transitionDuration={0}>
        <div className="opt-filter">
          <AmountInput {...props} name="overtimeMinutes" label={texts.overtimeMinutes} range={[0, 1440]} />
          <AmountInput {...props} name="maxDistanceKm" label={texts.maxDistanceKm} range={[0, 100_000]} />
          <AmountInput {...props} name="seed" label={texts.seed} range={[0, 4_294_967_295]} hint={texts.seedHint} />
          <Switch
            size="xs"
            label={texts.commuteIsWork}
            checked={form.commuteIsWork}
            onChange={({ currentTarget }) => onChange({ commuteIsWork: currentTarget.checked })}
          />
        </div>
      </Collapse>
    </>
  );
}

function ProfessionalServicesLimits(props: Props) {
  const texts = useOptimizationTexts();
  const { form, onChange } = props;
  return (
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
      <AmountInput {...props} name="maxMinutesPerDay" label={texts.maxMinutesPerDay} range={[1, 1440]} />
      <FreezeInput {...props} />
    </>
  );
}

interface AmountProps extends Props {
  readonly name: Amount;
  readonly label: string;
  readonly range: readonly [least: number, most: number];
  readonly hint?: string;
}

function AmountInput({ form, onChange, name, label, range: [least, most], hint }: AmountProps) {
  const texts = useOptimizationTexts();
  return (
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
}

function FreezeInput({ form, onChange }: Props) {
  const texts = useOptimizationTexts();
  return (
    <DateTimeInput
      size="xs"
      label={texts.freezeBefore}
      value={form.freezeBefore}
      onChange={(freezeBefore) => onChange({ freezeBefore })}
    />
  );
}
