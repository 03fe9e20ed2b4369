import { type RefObject, useEffect, useRef, useState } from 'react';

/** Extra rows beyond the edges, so that fast scrolling shows no gap. */
const BEYOND = 6;

/** The visible ones of many rows of equal height. */
export function useRowWindow(
  count: number,
  height: number,
): { box: RefObject<HTMLElement | null>; from: number; to: number } {
  const box = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void => setSeen({ top: element.scrollTop, height: element.clientHeight });
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const from = Math.max(0, Math.min(Math.floor(seen.top / height) - BEYOND, count));
  return { box, from, to: Math.min(count, Math.ceil((seen.top + seen.height) / height) + BEYOND) };
}
