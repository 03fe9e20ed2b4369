/** A drag with the mouse or a pen that follows the pointer over the whole page. Native drag and drop cannot start on a pin of the map. */
export interface Dragging {
  /** The pointer moved so far that it is a drag. */
  start(): void;
  move(x: number, y: number): void;
  /** Undefined: it was cancelled. */
  end(at: { readonly x: number; readonly y: number } | undefined): void;
}

const BEGINS_PX = 5;

/** Follows the pointer from a press until it is released. A press without a drag stays a click. */
export function followDrag(press: { readonly clientX: number; readonly clientY: number }, drag: Dragging): void {
  const over = new AbortController();
  const { signal } = over;
  let isDrag = false;
  const finish = (at: { x: number; y: number } | undefined): void => {
    over.abort();
    if (!isDrag) return;
    document.body.classList.remove('map-dragging');
    // The click that follows a drag selects nothing.
    if (at) {
      const swallow = (event: MouseEvent): void => event.stopPropagation();
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
    }
    drag.end(at);
  };
  window.addEventListener(
    'pointermove',
    ({ clientX, clientY, buttons }) => {
      if (buttons === 0) {
        finish(undefined);
        return;
      }
      if (!isDrag && Math.hypot(clientX - press.clientX, clientY - press.clientY) < BEGINS_PX) return;
      if (!isDrag) {
        isDrag = true;
        document.body.classList.add('map-dragging');
        drag.start();
      }
      drag.move(clientX, clientY);
    },
    { signal },
  );
  window.addEventListener('pointerup', ({ clientX, clientY }) => finish({ x: clientX, y: clientY }), { signal });
  window.addEventListener('pointercancel', () => finish(undefined), { signal });
  window.addEventListener('blur', () => finish(undefined), { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      finish(undefined);
    },
    { signal, capture: true },
  );
}
