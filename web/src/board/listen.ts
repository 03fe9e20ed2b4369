import type { HandleDrag } from './container-handles.ts';
import type { Dragging } from './dragging.ts';
import type { MonthCell } from './month-cell.ts';
import type { Skeleton } from './skeleton.ts';

interface Handlers {
  readonly dragging: Dragging;
  readonly handles: HandleDrag;
  readonly month: MonthCell;
  scroll(): void;
  doubleClick(event: MouseEvent): void;
  hover(target: EventTarget | null): void;
  menu(event: MouseEvent): void;
  /** Returns true when the key was used. */
  key(event: KeyboardEvent): boolean;
  dragLeave(): void;
  day(date: string): void;
  print(isPrinting: boolean): void;
}

/** Connects the events of the board's elements with their handlers until the signal aborts. */
export function listen({ element, axis, bars }: Skeleton, signal: AbortSignal, handlers: Handlers): void {
  const { dragging, handles, month } = handlers;
  const on = <K extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    passive = false,
  ): void => target.addEventListener(type, listener, { signal, passive });
  on(element, 'scroll', handlers.scroll, true);
  on(bars, 'pointerdown', (event) => {
    bars.focus({ preventScroll: true });
    month.down(event);
    if (event.button === 0) handles.down(event.target);
    dragging.down(event);
    if (event.button === 0) bars.setPointerCapture(event.pointerId);
  });
  on(bars, 'pointermove', (event) => dragging.move(event));
  on(bars, 'pointerup', (event) => {
    dragging.up(event);
    handles.up();
    month.up(event);
  });
  on(bars, 'pointercancel', () => dragging.cancel());
  on(bars, 'dblclick', handlers.doubleClick);
  on(bars, 'mouseover', ({ target }) => handlers.hover(target));
  on(bars, 'contextmenu', handlers.menu);
  on(bars, 'keydown', (event) => {
    if (event.key === 'Escape' && dragging.isActive) dragging.cancel();
    else if (!handlers.key(event)) return;
    event.preventDefault();
  });
  on(element, 'dragover', (event) => dragging.over(event));
  on(element, 'drop', (event) => dragging.drop(event));
  on(element, 'dragleave', (event) => {
    if (!element.contains(event.relatedTarget as Node | null)) handlers.dragLeave();
  });
  on(axis, 'click', (event) => {
    const date = (event.target as HTMLElement).dataset['date'];
    if (date) handlers.day(date);
  });
  // Paper does not scroll: everything is drawn before it is printed.
  window.addEventListener('beforeprint', () => handlers.print(true), { signal });
  window.addEventListener('afterprint', () => handlers.print(false), { signal });
}
