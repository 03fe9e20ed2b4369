import { clockText } from '../dates/zone.ts';
import { make } from './element.ts';
import type { TextFitter } from './fitted-text.ts';
import type { Placement } from './layout.ts';
import { paintOf } from './paint.ts';
import type { Bar, BoardTexts, BoardView } from './types.ts';

export interface BarPosition {
  readonly placement: Placement;
  /** Relative to the row, so that a moved row keeps its bars. */
  readonly y: number;
  readonly height: number;
}

export function makeBar(): HTMLElement {
  const element = make('ob-bar');
  element.setAttribute('role', 'option');
  return element;
}

/** Paints a bar into an element, which may have shown another one. */
export function paintBar(
  element: HTMLElement,
  { placement, y, height }: BarPosition,
  { view, texts, fitter }: { readonly view: BoardView; readonly texts: BoardTexts; readonly fitter: TextFitter },
): void {
  const { bar, x, width } = placement;
  const paint = paintOf(bar, width >= 46);
  const container = view.containers ? bar.containers[0] : undefined;
  const marks = [...(container === undefined ? [] : [markOf(container)]), ...(bar.isBusy ? ['ob-busy'] : [])];
  element.className = [paint.className, ...marks].join(' ');
  element.dataset['bar'] = String(bar.id);
  if (element.title !== '') element.removeAttribute('title');
  element.style.cssText = `${paint.css}left:${x.toFixed(1)}px;top:${y}px;width:${width.toFixed(1)}px;height:${height}px;line-height:${height}px`;
  element.textContent = width < 22 ? '' : fitter.fit(textOf(bar, container, width, texts), width - paint.taken);
}

/** The name of the container comes first where both fit. */
const textOf = ({ subject, isBusy }: Bar, container: string | undefined, width: number, texts: BoardTexts): string => {
  if (isBusy) return texts.busyBar;
  return container === undefined || width < 110 ? subject : `${container.slice(0, 40)} › ${subject}`;
};

const MARKS = 6;

/** One of a few outlines, the same for all bars of a container. */
function markOf(container: string): string {
  let sum = 0;
  for (const sign of container) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return `ob-contained ob-mark-${sum % MARKS}`;
}

/** The accessible name of a bar. */
export function barLabel(bar: Bar, resource: string, { zone }: BoardView, texts: BoardTexts): string {
  return [
    bar.isBusy ? texts.busyBar : bar.subject.slice(0, 160) || `#${bar.id}`,
    `${clockText(zone, bar.start)}–${clockText(zone, bar.end)}`,
    resource.slice(0, 80),
    ...(bar.locked ? [texts.lockedBar] : []),
    ...(bar.isImportant ? [texts.important] : []),
    ...(bar.resources.length > 1 ? [texts.shared] : []),
    ...bar.containers.map((name) => name.slice(0, 80)),
    ...bar.warnings.map(({ message }) => message.slice(0, 200)),
  ].join(', ');
}
