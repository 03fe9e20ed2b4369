import { ActionIcon } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addMonths, dayByKey, weeksOfMonth } from '../dates/month-days.ts';
import { worded } from '../dates/worded.ts';
import { dateOf } from '../dates/zone.ts';
import { Icon } from '../frame/icons.tsx';
import { useLocale } from '../i18n/language.ts';
import { useSession, zoneOf } from '../session/session.ts';
import './calendar.css';
import { useDateTexts } from './date-texts.ts';
import type { DayRange } from './day-range.ts';

interface Props extends DayRange {
  /** yyyy-mm-dd, or empty. */
  readonly value: string;
  onPick(date: string): void;
}

// Mantine closes a dialog on Escape unless the focused element says that the key is used up.
const KEEPS_DIALOG = { 'data-mantine-stop-propagation': true } as const;

/** One month. Arrows go by days and weeks, Page up and down by months, Enter picks. */
export function Calendar({ value, min = '1900-01-01', max = '9999-12-31', onPick }: Props) {
  const texts = useDateTexts();
  const { locale } = useLocale();
  const today = dateOf(zoneOf(useSession()), Date.now());
  const within = (date: string): string => (date < min ? min : date > max ? max : date);
  const [day, setDay] = useState(() => within(value === '' ? today : value));
  const [follows, setFollows] = useState(true);
  const grid = useRef<HTMLTableElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes to another day when the day changes
  useEffect(() => {
    if (follows) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [day, follows]);
  const title = worded('monthOfYear', locale, day);
  const weeks = weeksOfMonth(day.slice(0, 7));
  const turn = (months: number): void => {
    setFollows(false);
    setDay(within(addMonths(day, months)));
  };
  const press = (event: KeyboardEvent): void => {
    const next = dayByKey(day, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setFollows(true);
    setDay(within(next));
  };
  return (
    <div className="cal">
      <div className="cal-head">
        <Turn icon="previous" label={texts.previousMonth} onClick={() => turn(-1)} />
        <strong aria-live="polite">{title}</strong>
        <Turn icon="next" label={texts.nextMonth} onClick={() => turn(1)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid gets the arrow keys from a screen reader */}
      <table ref={grid} role="grid" aria-label={title} onKeyDown={press}>
        <thead>
          <tr>
            {weeks[0]?.map((each) => (
              <th key={each} scope="col">
                {worded('shortWeekday', locale, each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each}>
                  <button
                    type="button"
                    {...KEEPS_DIALOG}
                    className={each.slice(0, 7) === day.slice(0, 7) ? 'cal-day' : 'cal-day cal-other'}
                    tabIndex={each === day ? 0 : -1}
                    data-autofocus={each === day || undefined}
                    aria-label={worded('fullDate', locale, each)}
                    aria-pressed={each === value}
                    aria-current={each === today ? 'date' : undefined}
                    disabled={each < min || each > max}
                    onClick={() => onPick(each)}
                  >
                    {Number(each.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Turn = (props: { readonly icon: 'previous' | 'next'; readonly label: string; onClick(): void }) => (
  <ActionIcon {...KEEPS_DIALOG} variant="subtle" color="gray" aria-label={props.label} onClick={props.onClick}>
    <Icon name={props.icon} size={14} />
  </ActionIcon>
);
