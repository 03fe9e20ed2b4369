import { useState } from 'react';
import { dateAsTyped } from '../dates/typed.ts';
import { dateFromText, datePattern, hasWholeYear } from '../dates/typing.ts';
import { useLocale } from '../i18n/language.ts';
import { useDateTexts } from './date-texts.ts';
import { DayPicker } from './day-picker.tsx';
import type { DayRange } from './day-range.ts';
import { type FieldProps, TypedInput } from './typed-input.tsx';

interface Props extends FieldProps, DayRange {
  /** yyyy-mm-dd, or empty. */
  readonly value: string;
  onChange(date: string): void;
}

/** A date, typed as the user writes dates or picked from a calendar. */
export function DateInput({ value, min, max, onChange, ...rest }: Props) {
  const texts = useDateTexts();
  const { locale } = useLocale();
  const [isOpen, setOpen] = useState(false);
  const show = (date: string): string => dateAsTyped(date, locale);
  const pattern = datePattern(locale, texts.letters);
  const faultOf = (date: string | undefined): string | undefined => {
    if (date === undefined) return texts.notDate(pattern);
    if (min !== undefined && date < min) return texts.tooEarly(show(min));
    return max !== undefined && date > max ? texts.tooLate(show(max)) : undefined;
  };
  return (
    <TypedInput
      placeholder={pattern}
      {...rest}
      value={value}
      show={show}
      read={(text) => dateFromText(text, locale)}
      isWhole={hasWholeYear}
      faultOf={faultOf}
      onChange={onChange}
      onOpen={() => setOpen(true)}
      rightSection={
        <DayPicker
          value={value}
          min={min}
          max={max}
          disabled={rest.disabled}
          opened={isOpen}
          onOpened={setOpen}
          onPick={onChange}
        />
      }
    />
  );
}
