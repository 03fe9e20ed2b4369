import { clockText } from '../dates/clock-text.ts';
import { make } from './element.ts';
import type { TextFitter } from './fitted-text.ts';
import { labelLines } from './labels.ts';
import type { Placement } from './layout.ts';
import { paintOf } from './paint.ts';
import type { Bar, BoardTexts, BoardView } from './types.ts';

export interface BarPosition {
  readonly placement: Placement;
  /** Relative to the row, so that a moved row keeps its bars. */
  readonly y: number;
  readonly height: number;
}

interface BarStyle {
  readonly view: BoardView;
  readonly texts: BoardTexts;
  readonly fitter: TextFitter;
}

/** A lower bar has one line. */
const TWO_LINES = 26;
/** A narrower bar has no text. */
const LEAST_TEXT = 22;

export function makeBar(): HTMLElement {
  const element = make('ob-bar');
  element.setAttribute('role', 'option');
  return element;
}

/** Paints a bar of a resource into an element, which may have shown another one. */
export function paintBar(
  element: HTMLElement,
  { placement, y, height }: BarPosition,
  resource: string,
  { view, texts, fitter }: BarStyle,
): void {
  const { bar, x, width } = placement;
  const paint = paintOf(bar, width >= 46);
  const container = view.containers ? bar.containers[0] : undefined;
  const lines = linesOf(bar, height, view, texts);
  const marks = [
    ...(container === undefined ? [] : [`ob-contained ${markOf(container)}`]),
    ...(bar.isBusy ? ['ob-busy'] : []),
    ...(view.preview?.leaving.has(bar.appointmentNo ?? '') ? ['ob-leaving'] : []),
    ...(lines.length > 1 ? ['ob-lined'] : []),
  ];
  element.className = [paint.className, ...marks].join(' ');
  element.dataset['bar'] = String(bar.id);
  if (element.title !== '') element.removeAttribute('title');
  const line = lines.length > 1 ? Math.floor((height - 2) / lines.length) : height;
  element.style.cssText = `${paint.css}left:${x.toFixed(1)}px;top:${y}px;width:${width.toFixed(1)}px;height:${height}px;line-height:${line}px`;
  const visible = width < LEAST_TEXT ? [] : lines.map((text) => fitter.fit(text, width - paint.taken));
  element.textContent = visible.join('\n');
  element.setAttribute('aria-label', barLabel(bar, { lines, visible }, resource, view, texts));
}

function linesOf(bar: Bar, height: number, view: BoardView, texts: BoardTexts): string[] {
  if (bar.isBusy) return [texts.busyBar];
  const lines = labelLines(height < TWO_LINES ? view.labels.slice(0, 1) : view.labels, bar, view.zone);
  return lines.length === 0 ? [bar.subject || `#${bar.id}`] : lines;
}

const MARKS = 6;

/** One of a few outlines, the same for all bars of a container. */
export function markOf(container: string): string {
  let sum = 0;
  for (const sign of container) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return `ob-mark-${sum % MARKS}`;
}

/**
 * The accessible name of a bar. It starts with the visible text, so that speech control finds it; a text that was cut follows in full.
 */
export function barLabel(
  bar: Bar,
  { lines, visible }: { readonly lines: readonly string[]; readonly visible: readonly string[] },
  resource: string,
  { zone }: BoardView,
  texts: BoardTexts,
): string {
  const [full, cut] = [lines.join(', '), visible.join(', ')];
  const isSubjectIn = bar.isBusy || lines.some((line) => line.includes(bar.subject.slice(0, 160)));
  return [
    ...(cut === '' || cut === full ? [full] : [cut, full]),
    ...(isSubjectIn ? [] : [bar.subject.slice(0, 160)]),
    `${clockText(zone, bar.start)}–${clockText(zone, bar.end)}`,
    resource.slice(0, 80),
    ...(bar.locked ? [texts.lockedBar] : []),
    ...(bar.isImportant ? [texts.important] : []),
    ...(bar.resources.length > 1 ? [texts.shared] : []),
    ...bar.containers.map((name) => name.slice(0, 80)),
    ...bar.warnings.map(({ message }) => message.slice(0, 200)),
  ].join(', ');
}
