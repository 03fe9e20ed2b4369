import { Chip, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { useMemo } from 'react';
import { monthName, weekdayName, weekdaysInOrder } from '../dates/names.ts';
import { addDays } from '../dates/zone.ts';
import { useLocale } from '../i18n/language.ts';
import { DateInput } from '../kit/date-input.tsx';
import type { Rule, Unit } from './rule.ts';
import type { SeriesForm } from './series-form.ts';
import { useSeriesTexts } from './texts.ts';

const NTHS = [1, 2, 3, 4, -1];

/** Weekdays and months in the language of the planner. */
function useNames() {
  const { locale } = useLocale();
  return useMemo(() => {
    const week = weekdaysInOrder();
    return {
      weekdays: week.map((each) => ({ value: String(each), label: weekdayName(locale, each) })),
      short: week.map((each) => ({ value: String(each), label: weekdayName(locale, each, 'shortWeekday') })),
      months: Array.from({ length: 12 }, (_, i) => ({ value: String(i + 1), label: monthName(locale, i + 1) })),
    };
  }, [locale]);
}

/** Frequency, days and end of the rule. */
export function RuleFields({ form, onChange }: { form: SeriesForm; onChange(change: Partial<SeriesForm>): void }) {
  const texts = useSeriesTexts();
  const { rule } = form;
  const put = (change: Partial<Rule>): void => onChange({ rule: { ...rule, ...change } });
  return (
    <>
      <div className="rec-row">
        <NumberInput
          size="xs"
          w={76}
          label={texts.repeats}
          classNames={{ label: 'rec-long-label' }}
          min={1}
          max={500}
          allowDecimal={false}
          value={rule.every}
          onChange={(every) => put({ every: Number(every) || 0 })}
        />
        <SegmentedControl
          size="xs"
          aria-label={texts.repeats}
          value={rule.unit}
          onChange={(unit) => put({ unit: unit as Unit })}
          data={(['day', 'week', 'month', 'year'] as const).map((unit) => ({ value: unit, label: texts.units[unit] }))}
        />
      </div>
      {rule.unit === 'week' && <Weekdays rule={rule} onChange={put} />}
      {(rule.unit === 'month' || rule.unit === 'year') && <MonthDay rule={rule} date={form.date} onChange={put} />}
      <Ending form={form} onChange={onChange} />
    </>
  );
}

function Weekdays({ rule, onChange }: { rule: Rule; onChange(change: Partial<Rule>): void }) {
  const texts = useSeriesTexts();
  const { short } = useNames();
  return (
    <fieldset className="rec-days">
      <legend>{texts.onDays}</legend>
      <Chip.Group
        multiple
        value={rule.weekdays.map(String)}
        onChange={(days) => onChange({ weekdays: days.map(Number) })}
      >
        {short.map(({ value, label }) => (
          <Chip key={value} size="xs" classNames={{ label: 'rec-weekday' }} value={value}>
            {label}
          </Chip>
        ))}
      </Chip.Group>
    </fieldset>
  );
}

function MonthDay({ rule, date, onChange }: { rule: Rule; date: string; onChange(change: Partial<Rule>): void }) {
  const texts = useSeriesTexts();
  const { weekdays, months } = useNames();
  const { on } = rule;
  const days = [...Array.from({ length: 31 }, (_, i) => i + 1), -1].map((day) => ({
    value: String(day),
    label: day === -1 ? texts.lastDay : String(day),
  }));
  const nths = NTHS.map((nth, i) => ({ value: String(nth), label: texts.nths[i] ?? '' }));
  const first = { nth: Math.min(4, Math.ceil(Number(date.slice(8)) / 7)) || 1, weekday: rule.weekdays[0] ?? 1 };
  return (
    <div className="rec-row">
      <SegmentedControl
        size="xs"
        aria-label={texts.whichDay}
        value={'day' in on ? 'day' : 'nth'}
        onChange={(which) => onChange({ on: which === 'day' ? { day: Number(date.slice(8)) || 1 } : first })}
        data={[
          { value: 'day', label: texts.onDay },
          { value: 'nth', label: texts.onWeekday },
        ]}
      />
      {'day' in on ? (
        <Select
          size="xs"
          w={84}
          aria-label={texts.onDay}
          allowDeselect={false}
          data={days}
          value={String(on.day)}
          onChange={(day) => onChange({ on: { day: Number(day) } })}
        />
      ) : (
        <>
          <Select
            size="xs"
            w={104}
            aria-label={texts.which}
            allowDeselect={false}
            data={nths}
            value={String(on.nth)}
            onChange={(nth) => onChange({ on: { ...on, nth: Number(nth) } })}
          />
          <Select
            size="xs"
            w={120}
            aria-label={texts.weekday}
            allowDeselect={false}
            data={weekdays}
            value={String(on.weekday)}
            onChange={(weekday) => onChange({ on: { ...on, weekday: Number(weekday) } })}
          />
        </>
      )}
      {rule.unit === 'year' && (
        <Select
          size="xs"
          w={120}
          aria-label={texts.month}
          allowDeselect={false}
          data={months}
          value={String(rule.month)}
          onChange={(month) => onChange({ month: Number(month) })}
        />
      )}
    </div>
  );
}

function Ending({ form, onChange }: { form: SeriesForm; onChange(change: Partial<SeriesForm>): void }) {
  const texts = useSeriesTexts();
  const { rule, isOpen, date } = form;
  const { end } = rule;
  const put = (next: Rule['end']): void => onChange({ isOpen: false, rule: { ...rule, end: next } });
  const which = isOpen ? 'open' : 'until' in end ? 'until' : 'count';
  return (
    <div className="rec-row">
      <div>
        <span className="rec-label">{texts.ends}</span>
        <SegmentedControl
          size="xs"
          aria-label={texts.ends}
          value={which}
          onChange={(next) => {
            if (next === 'open') onChange({ isOpen: true });
            else put(next === 'until' ? { until: addDays(date, 84) } : { count: 12 });
          }}
          data={[
            { value: 'until', label: texts.endsOn },
            { value: 'count', label: texts.endsAfter },
            { value: 'open', label: texts.endsNever },
          ]}
        />
      </div>
      {which === 'until' && 'until' in end && (
        <DateInput size="xs" label={texts.lastDate} min={date} value={end.until} onChange={(until) => put({ until })} />
      )}
      {which === 'count' && 'count' in end && (
        <NumberInput
          size="xs"
          w={90}
          label={texts.count}
          min={1}
          max={1000}
          allowDecimal={false}
          value={end.count}
          onChange={(count) => put({ count: Number(count) || 0 })}
        />
      )}
      {isOpen && <p className="rec-hint rec-full">{texts.neverHint}</p>}
    </div>
  );
}
