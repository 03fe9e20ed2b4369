import { ActionIcon, Button, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { DAY_RANGES } from '../board/day-ranges.ts';
import type { Mode } from '../board/types.ts';
import { Icon, type IconName } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { useBoardTexts } from './board-texts.ts';

const DateInput = lazy(() => import('../kit/date-input.tsx').then((file) => ({ default: file.DateInput })));

interface DateProps {
  readonly date: string;
  onStep(by: 1 | -1): void;
  onToday(): void;
  onDate(date: string): void;
}

/** The first day that the board shows. */
export function DateTools({ date, onStep, onToday, onDate }: DateProps) {
  const texts = useTexts();
  return (
    <>
      <div className="toolbar-group">
        <Tool name="previous" label={texts.previous} onClick={() => onStep(-1)} />
        <Button size="compact-xs" variant="default" onClick={onToday}>
          {texts.today}
        </Button>
        <Tool name="next" label={texts.next} onClick={() => onStep(1)} />
      </div>
      <Suspense fallback={<span className="toolbar-date" />}>
        <DateInput
          size="xs"
          classNames={{ input: 'toolbar-date' }}
          aria-label={texts.startDate}
          value={date}
          onChange={(day) => day !== '' && onDate(day)}
        />
      </Suspense>
    </>
  );
}

interface RangeProps {
  readonly mode: Mode;
  readonly days: number | undefined;
  onMode(mode: Mode): void;
  onDays(days: number | undefined): void;
}

/** Day, week or month, and a number of days other than the usual one. */
export function RangeTools({ mode, days, onMode, onDays }: RangeProps) {
  const texts = useTexts();
  const own = useBoardTexts();
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={texts.view}
        value={mode}
        onChange={(value) => onMode(value as Mode)}
        data={[
          { value: 'day', label: texts.day },
          { value: 'week', label: texts.week },
          { value: 'month', label: texts.month },
        ]}
      />
      {mode !== 'month' && (
        <NativeSelect
          size="xs"
          className="toolbar-days"
          aria-label={own.days}
          value={days ?? ''}
          onChange={({ currentTarget: { value } }) => onDays(value === '' ? undefined : Number(value))}
          data={[
            { value: '', label: '–' },
            ...DAY_RANGES.map((count) => ({ value: String(count), label: own.dayCount(count) })),
          ]}
        />
      )}
    </>
  );
}

/** Widths of an hour in pixels; 0 fits the window. */
const ZOOMS = [0, 14, 24, 40, 64];

export function ZoomTools(props: { mode: Mode; hourWidth: number; onHourWidth(width: number): void }) {
  const texts = useTexts();
  const zoom = ZOOMS.indexOf(props.hourWidth);
  const isMonth = props.mode === 'month';
  return (
    <div className="toolbar-group">
      <Tool
        text="−"
        label={texts.zoomOut}
        disabled={isMonth || zoom <= 0}
        onClick={() => props.onHourWidth(ZOOMS[zoom - 1] ?? 0)}
      />
      <Tool name="fit" label={texts.fit} onClick={() => props.onHourWidth(0)} />
      <Tool
        text="+"
        label={texts.zoomIn}
        disabled={isMonth || zoom >= ZOOMS.length - 1}
        onClick={() => props.onHourWidth(ZOOMS[zoom + 1] ?? 64)}
      />
    </div>
  );
}

/** A small button with an icon or a character. */
export function Tool(props: {
  'data-control'?: string;
  name?: IconName;
  text?: string;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip label={props.label}>
      <ActionIcon
        data-control={props['data-control']}
        variant="default"
        size={26}
        aria-label={props.label}
        disabled={props.disabled ?? false}
        onClick={props.onClick}
      >
        {props.name ? <Icon name={props.name} size={15} /> : <span aria-hidden="true">{props.text}</span>}
      </ActionIcon>
    </Tooltip>
  );
}
