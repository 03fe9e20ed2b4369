import { Button, Popover } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { fieldOf } from '../../board/labels.ts';
import type { Bar, OpenDay } from '../../board/types.ts';
import { worded } from '../../dates/worded.ts';
import { useLocale } from '../../i18n/language.ts';
import type { BoardStore } from '../board-store.ts';
import './day-list.css';
import { useBarTexts } from './texts.ts';

interface Props {
  readonly store: BoardStore;
  readonly zone: string;
  readonly day: OpenDay;
  onBar(id: number): void;
  onDay(date: string): void;
  onClose(): void;
}

/** The bars of a resource on a day, beside the cell of the month. */
export function DayList({ store, zone, day, onBar, onDay, onClose }: Props) {
  const texts = useBarTexts();
  const { locale } = useLocale();
  const list = useRef<HTMLDivElement>(null);
  const { resources, bars } = store.data;
  const name = resources.find(({ no }) => no === day.resourceNo)?.name ?? day.resourceNo;
  const own = [...bars.values()]
    .filter((bar) => bar.resources.includes(day.resourceNo) && bar.start < day.end && bar.end > day.start)
    .sort((a, b) => a.start - b.start || a.id - b.id);
  const title = `${name.slice(0, 80)}, ${worded('longDay', locale, day.start, zone)}`;
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <Popover
      withRoles={false}
      opened
      onDismiss={onClose}
      position="bottom-start"
      width={320}
      trapFocus
      withinPortal
      closeOnEscape={false}
    >
      <Popover.Target>
        <div className="menu-anchor" style={{ left: day.x, top: day.y }} />
      </Popover.Target>
      <Popover.Dropdown
        ref={list}
        role="dialog"
        aria-label={title}
        className="day-list"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      >
        <h2>{title}</h2>
        {own.length === 0 && <p>{texts.emptyDay}</p>}
        <ul>
          {own.map((bar) => (
            <li key={bar.id}>
              <button type="button" onClick={() => onBar(bar.id)}>
                <span className="swatch" style={{ background: bar.color }} />
                <Line bar={bar} zone={zone} />
              </button>
            </li>
          ))}
        </ul>
        <Button size="compact-sm" variant="default" onClick={() => onDay(day.date)}>
          {texts.openDayView}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

const Line = ({ bar, zone }: { bar: Bar; zone: string }) => {
  const place = [fieldOf(bar, 'customer', zone), fieldOf(bar, 'city', zone)].filter((text) => text !== '').join(', ');
  return (
    <span className="day-list-text">
      <b>{fieldOf(bar, 'time', zone)}</b> <span dir="auto">{fieldOf(bar, 'subject', zone)}</span>
      {place !== '' && <small>{place}</small>}
    </span>
  );
};
