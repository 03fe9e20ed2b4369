import { Popover } from '@mantine/core';
import { Calendar } from './calendar.tsx';
import { useDateTexts } from './date-texts.ts';
import type { DayRange } from './day-range.ts';

interface Props extends DayRange {
  readonly value: string;
  onPick(date: string): void;
  onClose(): void;
}

/** The calendar below its field. Loaded when it is first opened. */
export function CalendarPopover({ onClose, ...calendar }: Props) {
  const { pickDay } = useDateTexts();
  return (
    <Popover opened onDismiss={onClose} position="bottom-end" shadow="md" withRoles={false} trapFocus withinPortal>
      <Popover.Target>
        <span />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={pickDay} p="xs">
        <Calendar {...calendar} />
      </Popover.Dropdown>
    </Popover>
  );
}
