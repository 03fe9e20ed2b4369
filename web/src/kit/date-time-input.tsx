import { useState } from 'react';
import {
  datePattern,
  hasWholeYear,
  momentAsTyped,
  momentFromText,
  timeAsTyped,
  timeFromText,
} from '../dates/typing.ts';
import { useLocale } from '../i18n/language.ts';
import { useDateTexts } from './date-texts.ts';
import { DayPicker } from './day-picker.tsx';
import { type FieldProps, TypedInput } from './typed-input.tsx';

interface Props extends FieldProps {
  /** yyyy-mm-ddThh:mm, or empty. */
  readonly value: string;
  onChange(moment: string): void;
}

/** A date with a time. A time alone keeps the date, and a day from the calendar keeps the time. */
export function DateTimeInput({ value, onChange, ...rest }: Props) {
  const texts = useDateTexts();
  const { locale } = useLocale();
  const [isOpen, setOpen] = useState(false);
  // The value is empty while something unfinished is typed: the last one gives what is not typed.
  const [last, setLast] = useState(value);
  if (value !== '' && value !== last) setLast(value);
  const pattern = `${datePattern(locale, texts.letters)}, ${timeAsTyped('14:30')}`;
  return (
    <TypedInput
      placeholder={pattern}
      {...rest}
      value={value}
      show={(moment) => momentAsTyped(moment, locale)}
      read={(text) => momentFromText(text, locale, last)}
      isWhole={(text) => hasWholeYear(text) || timeFromText(text) !== undefined}
      faultOf={(moment) => (moment === undefined ? texts.notMoment(pattern) : undefined)}
      onChange={onChange}
      onOpen={() => setOpen(true)}
      rightSection={
        <DayPicker
          value={last.slice(0, 10)}
          disabled={rest.disabled}
          opened={isOpen}
          onOpened={setOpen}
          onPick={(date) => onChange(`${date}T${last.slice(11, 16) || '00:00'}`)}
        />
      }
    />
  );
}
