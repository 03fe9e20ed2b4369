import { timeAsTyped, timeFromText } from '../dates/typing.ts';
import { useDateTexts } from './date-texts.ts';
import { type FieldProps, TypedInput } from './typed-input.tsx';

interface Props extends FieldProps {
  /** hh:mm, or empty. */
  readonly value: string;
  onChange(time: string): void;
}

/** A time of day, typed as the user writes times. */
export function TimeInput({ value, onChange, ...rest }: Props) {
  const texts = useDateTexts();
  return (
    <TypedInput
      placeholder={timeAsTyped('14:30')}
      {...rest}
      value={value}
      show={(time) => timeAsTyped(time)}
      read={timeFromText}
      faultOf={(time) => (time === undefined ? texts.notTime(timeAsTyped('14:30')) : undefined)}
      onChange={onChange}
    />
  );
}
