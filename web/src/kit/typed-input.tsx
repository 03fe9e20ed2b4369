import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** Properties that all inputs of dates and times share with a text field. */
export type FieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'ref'>;

interface Props extends FieldProps {
  /** In the notation of the interface, or empty. */
  readonly value: string;
  /** The value of a text; undefined where it has none. */
  read(text: string): string | undefined;
  show(value: string): string;
  /** False while a text has a value, but more of it is expected. */
  isWhole?(text: string): boolean;
  /** What is wrong with a value, or with a text that has none. */
  faultOf(value: string | undefined): string | undefined;
  /** An empty value says that there is none (yet). */
  onChange(value: string): void;
  /** Arrow down. */
  onOpen?(): void;
}

/**
 * A text field for a value that is written in the user's format. What is typed stays as it is until the field is left. A text without
 * a value is an error of the field, and its form is not sent.
 */
export function TypedInput({ value, read, show, isWhole, faultOf, onChange, onOpen, error, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  const [isLeft, setLeft] = useState(true);
  const isEmpty = (text ?? value).trim() === '';
  const fault = isEmpty ? undefined : faultOf(text === undefined ? value : read(text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value that comes from elsewhere replaces what was typed
  useEffect(() => {
    if (document.activeElement !== input.current) setText(undefined);
  }, [value]);
  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault]);
  const type = (next: string): void => {
    setText(next);
    setLeft(false);
    const found = next.trim() === '' ? '' : read(next);
    const sent = found === undefined || (isWhole && !isWhole(next)) ? '' : found;
    if (sent !== value) onChange(sent);
  };
  const finish = (): void => {
    setLeft(true);
    if (text === undefined) return;
    const found = text.trim() === '' ? '' : read(text);
    if (found === undefined) return;
    setText(undefined);
    if (found !== value && found !== '') onChange(found);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') finish();
    if (event.key !== 'ArrowDown' || !onOpen) return;
    event.preventDefault();
    event.stopPropagation();
    finish();
    onOpen();
  };
  return (
    <TextInput
      {...rest}
      ref={input}
      autoComplete="off"
      maxLength={40}
      value={text ?? show(value)}
      error={error ?? (isLeft ? fault : undefined)}
      errorProps={{ role: 'alert' }}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={press}
    />
  );
}
