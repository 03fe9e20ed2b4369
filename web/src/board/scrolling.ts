import { scrollStep } from './hit-test.ts';
import { HEAD_HEIGHT } from './skeleton.ts';

/** Scrolls when the pointer is near an edge, while something is dragged. */
export function scrollNear(element: HTMLElement, clientX: number, clientY: number, namesWidth: number): void {
  const box = element.getBoundingClientRect();
  const byX = scrollStep(clientX, box.left + namesWidth + 24, box.right - 24);
  const byY = scrollStep(clientY, box.top + HEAD_HEIGHT + 20, box.bottom - 20);
  if (byX !== 0 || byY !== 0) element.scrollBy(byX, byY);
}

/** Scrolls as little as needed to show a row, and a bar that starts at x. */
export function scrollIntoView(
  element: HTMLElement,
  top: number,
  bottom: number,
  x: number | undefined,
  namesWidth: number,
): void {
  if (top < element.scrollTop) element.scrollTop = top;
  else if (bottom > element.scrollTop + element.clientHeight - HEAD_HEIGHT)
    element.scrollTop = bottom - element.clientHeight + HEAD_HEIGHT;
  if (x === undefined) return;
  const width = element.clientWidth - namesWidth;
  if (x < element.scrollLeft || x + 20 > element.scrollLeft + width) element.scrollLeft = x - 40;
}
