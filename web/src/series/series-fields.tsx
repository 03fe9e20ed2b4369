import { Button, SegmentedControl, Switch } from '@mantine/core';
import { useState } from 'react';
import { useLocale } from '../i18n/language.ts';
import { DateInput } from '../kit/date-input.tsx';
import { TimeInput } from '../kit/time-input.tsx';
import { AppointmentFields, ResourceField } from './appointment-fields.tsx';
import { dayText } from './day-text.ts';
import { RuleFields } from './rule-fields.tsx';
import { type SeriesForm, startingOn } from './series-form.ts';
import { useSeriesTexts } from './texts.ts';

interface Props {
  readonly form: SeriesForm;
  onForm(form: SeriesForm): void;
}

/** The form of a series. */
export function SeriesFields({ form, onForm }: Props) {
  const texts = useSeriesTexts();
  const put = (change: Partial<SeriesForm>): void => onForm({ ...form, ...change });
  return (
    <div className="rec-fields">
      <AppointmentFields form={form} onChange={put} />
      <ResourceField form={form} onChange={put} />
      <div className="rec-row">
        <DateInput
          size="xs"
          required
          label={texts.firstDay}
          value={form.date}
          onChange={(date) => onForm(startingOn(form, date))}
        />
        <TimeInput size="xs" required label={texts.from} value={form.from} onChange={(from) => put({ from })} />
        <TimeInput size="xs" required label={texts.until} value={form.till} onChange={(till) => put({ till })} />
        {form.till !== '' && form.till <= form.from && <span className="rec-hint rec-full">{texts.nextDay}</span>}
      </div>
      <RuleFields form={form} onChange={put} />
      <Exceptions except={form.except} onChange={(except) => put({ except })} />
      <Switch
        size="xs"
        label={texts.skipNonWorking}
        checked={form.skipNonWorking}
        onChange={({ currentTarget }) => put({ skipNonWorking: currentTarget.checked })}
      />
      <div>
        <span className="rec-label">{texts.conflicts}</span>
        <SegmentedControl
          size="xs"
          aria-label={texts.conflicts}
          value={form.onConflict}
          onChange={(onConflict) => put({ onConflict: onConflict as SeriesForm['onConflict'] })}
          data={[
            { value: 'allow', label: texts.allow },
            { value: 'skip', label: texts.skip },
          ]}
        />
      </div>
    </div>
  );
}

function Exceptions({ except, onChange }: { except: readonly string[]; onChange(except: readonly string[]): void }) {
  const texts = useSeriesTexts();
  const { locale } = useLocale();
  const [day, setDay] = useState('');
  const add = (): void => {
    if (day !== '' && !except.includes(day)) onChange([...except, day].sort());
    setDay('');
  };
  return (
    <div>
      <div className="rec-row">
        <DateInput size="xs" label={texts.exceptions} value={day} onChange={setDay} />
        <Button size="xs" variant="default" disabled={day === ''} onClick={add}>
          {texts.addException}
        </Button>
      </div>
      {except.length > 0 && (
        <ul className="rec-except">
          {except.map((each) => (
            <li key={each}>
              {dayText(locale, each)}
              <button
                type="button"
                aria-label={texts.removeException(dayText(locale, each))}
                onClick={() => onChange(except.filter((other) => other !== each))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
