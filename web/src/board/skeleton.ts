import { make } from './element.ts';

/** Height of the header in px; board.css has the same value. */
export const HEAD_HEIGHT = 46;

/** The fixed elements of the board. */
export function makeSkeleton(parent: HTMLElement) {
  const element = make('ob', parent);
  const canvas = make('ob-canvas', element);
  const head = make('ob-head', canvas);
  const corner = make('ob-corner', head);
  const axis = make('ob-axis', head);
  const names = make('ob-names', canvas);
  const body = make('ob-body', canvas);
  const lines = make('ob-lines', body);
  const bars = make('ob-bars', body);
  bars.tabIndex = 0;
  bars.setAttribute('role', 'listbox');
  bars.setAttribute('aria-multiselectable', 'true');
  const now = make('ob-now', body);
  return { element, canvas, corner, axis, names, body, lines, bars, now };
}

export type Skeleton = ReturnType<typeof makeSkeleton>;
