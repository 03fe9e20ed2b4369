import { ActionIcon } from '@mantine/core';
import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
import { Icon } from '../frame/icons.tsx';
import { useDateTexts } from './date-texts.ts';
import type { DayRange } from './day-range.ts';

const CalendarPopover = lazy(() =>
  import('./calendar-popover.tsx').then((file) => ({ default: file.CalendarPopover })),
);

interface Props extends DayRange {
  readonly value: string;
  readonly disabled?: boolean | undefined;
  readonly opened: boolean;
  onOpened(opened: boolean): void;
  onPick(date: string): void;
}

/** The button in a date field, and the calendar that it opens. */
export function DayPicker({ value, min, max, disabled = false, opened, onOpened, onPick }: Props) {
  const { pickDay } = useDateTexts();
  const before = useRef<Element>(null);
  // Before the calendar takes the focus.
  useLayoutEffect(() => {
    if (opened) before.current = document.activeElement;
  }, [opened]);
  const close = (): void => {
    onOpened(false);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        disabled={disabled}
        aria-label={pickDay}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => (opened ? close() : onOpened(true))}
      >
        <Icon name="calendar" size={14} />
      </ActionIcon>
      {opened && (
        <Suspense fallback={null}>
          <CalendarPopover
            value={value}
            min={min}
            max={max}
            onClose={close}
            onPick={(date) => {
              onPick(date);
              close();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
