import type { Page } from '@playwright/test';

/**
 * Controls that cannot be seen in full even by scrolling: they reach out of the window, or out of a box that does not scroll. What
 * scrolls has to be inside the window itself.
 */
export const cutControls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // What floats gets its place in the frame after its content changed.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    type Side = 'left' | 'right' | 'top' | 'bottom';
    const TOLERANCE = 2;
    /** What may scroll sideways. */
    const SIDEWAYS = 'table, pre, nav, [role=tablist]';
    const nameOf = (element: HTMLElement): string =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.innerText).slice(0, 40)}"`;
    const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';

    /** How an element is cut along one axis. */
    function cutBy(element: HTMLElement, low: Side, high: Side, axis: 'overflowX' | 'overflowY'): string | undefined {
      const end = axis === 'overflowX' ? window.innerWidth : window.innerHeight;
      let seen: HTMLElement = element;
      let isFixed = getComputedStyle(element).position === 'fixed';
      for (let around = element.parentElement; around && !isFixed; around = around.parentElement) {
        const style = getComputedStyle(around);
        isFixed = style.position === 'fixed';
        if (around === document.body || around === document.documentElement) continue;
        if (scrolls(style[axis]) && (axis === 'overflowY' || element.closest(SIDEWAYS))) seen = around;
        else if (style[axis] !== 'visible') {
          const [box, edge] = [seen.getBoundingClientRect(), around.getBoundingClientRect()];
          if (box[low] < edge[low] - TOLERANCE || box[high] > edge[high] + TOLERANCE)
            return `cut by .${around.className}`;
        }
      }
      const root = document.documentElement;
      if (!isFixed && axis === 'overflowY' && root.scrollHeight > root.clientHeight) return undefined;
      const box = seen.getBoundingClientRect();
      const isOutside = box[low] < -TOLERANCE || box[high] > end + TOLERANCE;
      return isOutside ? `${Math.round(box[low])} to ${Math.round(box[high])} of ${end} px` : undefined;
    }

    const cut: string[] = [];
    const controls = 'button, a[href], input, select, textarea, [role=tab], [role=option], [role^=menuitem]';
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      const { width, height } = element.getBoundingClientRect();
      // What is not drawn, or hidden until it has the focus, is not cut.
      if (width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      // The board and the map are windows of their own.
      if (element.closest('.ob, .leaflet-container')) continue;
      const how = cutBy(element, 'left', 'right', 'overflowX') ?? cutBy(element, 'top', 'bottom', 'overflowY');
      if (how !== undefined) cut.push(`${nameOf(element)} ${how}`);
    }
    return cut;
  });
