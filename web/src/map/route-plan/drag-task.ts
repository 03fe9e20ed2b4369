import type { MapTask } from '../../map-view/scene.ts';
import { followDrag } from './follow-drag.ts';

interface Drop {
  /** The lists of resources must be on the screen now. */
  start(): void;
  end(): void;
  onto(resourceNo: string): void;
}

/** The attribute of an element that a task can be dropped on. */
export const DROP = 'data-drop-resource';
const OVER = 'map-drop-over';

/** Drags an open task onto a resource in the list, from its row or its pin. */
export function dragTask(
  press: { readonly clientX: number; readonly clientY: number },
  task: MapTask,
  drop: Drop,
): void {
  let ghost: HTMLElement | undefined;
  let over: Element | undefined;
  const targetAt = (x: number, y: number): Element | undefined =>
    document.elementFromPoint(x, y)?.closest(`[${DROP}]`) ?? undefined;
  followDrag(press, {
    start() {
      ghost = document.createElement('div');
      ghost.className = 'map-ghost';
      ghost.textContent = task.subject.slice(0, 80);
      document.body.append(ghost);
      drop.start();
    },
    move(x, y) {
      if (ghost) ghost.style.transform = `translate(${x + 12}px, ${y + 12}px)`;
      const target = targetAt(x, y);
      if (target === over) return;
      over?.classList.remove(OVER);
      target?.classList.add(OVER);
      over = target;
    },
    end(at) {
      ghost?.remove();
      over?.classList.remove(OVER);
      const resourceNo = at && targetAt(at.x, at.y)?.getAttribute(DROP);
      drop.end();
      if (resourceNo) drop.onto(resourceNo);
    },
  });
}
