import { datePreferences, hourText } from '../dates/preferences.ts';
import { worded } from '../dates/worded.ts';
import { dateOf, weekdayOf, weekOf } from '../dates/zone.ts';
import type { Axis, AxisDay } from './axis.ts';
import { make } from './element.ts';
import type { BoardTexts, BoardView } from './types.ts';

/** Width that the label of an hour needs, in px: 14, or 2 PM. */
const LABEL_WIDTH = 34;
const LABEL_WIDTH_12 = 46;
const STEPS = [1, 2, 3, 4, 6, 12];

/** The two header lines of the board (days, then hours or weeks) and the vertical grid lines. */
export function drawAxis(
  head: HTMLElement,
  lines: HTMLElement,
  axis: Axis,
  view: BoardView,
  texts: BoardTexts,
  now: number,
): void {
  head.replaceChildren();
  lines.replaceChildren();
  const today = dateOf(view.zone, now);
  for (const day of axis.days) {
    const element = make(
      `ob-day${day.date === today ? ' ob-today' : ''}${view.mode === 'month' ? ' ob-month-day' : ''}`,
      head,
    );
    position(element, day.x, day.width);
    element.dataset['date'] = day.date;
    element.dataset['hours'] = String(day.hours.length);
    const isNarrow = day.width < 60 && view.mode !== 'month';
    element.textContent = isNarrow
      ? String(Number(day.date.slice(8)))
      : view.mode === 'month'
        ? monthLabel(day, view)
        : worded(view.mode === 'day' ? 'longDay' : 'shortDay', view.language, day.date);
    if (weekdayOf(day.date) === 1 && view.mode !== 'day') element.title = texts.weekOf(weekOf(day.date));
    const line = make(`ob-line${weekdayOf(day.date) > 5 ? ' ob-weekend' : ''}`, lines);
    position(line, day.x, day.width);
    if (view.mode !== 'month') drawHours(head, lines, axis, day);
  }
  for (const segment of axis.segments)
    if (segment.folded && segment.width < 30) position(make('ob-fold', lines), segment.x, segment.width);
}

function monthLabel({ date, width }: AxisDay, { language }: BoardView): string {
  if (width >= 42) return worded('dayNumber', language, date);
  return `${worded('weekdayLetter', language, date)}\n${Number(date.slice(8))}`;
}

function drawHours(head: HTMLElement, lines: HTMLElement, axis: Axis, day: AxisDay): void {
  const segments = axis.segments.filter(({ start, folded }) => !folded && start >= day.start && start < day.end);
  const [first] = segments;
  if (!first) return;
  const hourWidth = (first.width * 3_600_000) / (first.end - first.start);
  const labelWidth = datePreferences().hours12 ? LABEL_WIDTH_12 : LABEL_WIDTH;
  const step = STEPS.find((each) => each * hourWidth >= labelWidth) ?? 24;
  for (const [i, hour] of day.hours.entries()) {
    if (hour.hour % step !== 0) continue;
    // The hour that occurs twice (clock change) is labelled twice.
    const again = day.hours[i - 1]?.hour === hour.hour;
    const segment = segments.find(({ start, end }) => hour.start >= start && hour.start < end);
    if (!segment || hour.start === day.start) continue;
    const x = axis.xOf(hour.start);
    const tick = make('ob-hour', head);
    tick.style.transform = `translateX(${x}px)`;
    tick.textContent = `${hourText(hour.hour)}${again ? '²' : ''}`;
    if (hourWidth * step > 20) make('ob-hourline', lines).style.transform = `translateX(${x}px)`;
  }
}

function position(element: HTMLElement, x: number, width: number): void {
  element.style.transform = `translateX(${x}px)`;
  element.style.width = `${width}px`;
}
