import { timesText } from './ghost-lines.ts';
import type { Surface } from './surface.ts';

/**
 * Opens the context menu of a bar or of an empty cell, and selects the bar. Opened by a key, the menu belongs to the bar or cell at the
 * cursor.
 */
export function openMenu(surface: Surface, event: MouseEvent, atCursor: Element | undefined): void {
  event.preventDefault();
  if (event.target instanceof Element && event.target.closest('.ob-busy')) return;
  const here = event.button === 2 ? undefined : atCursor;
  const box = here?.getBoundingClientRect();
  const [x, y] = box ? [box.left + 8, box.bottom] : [event.clientX, event.clientY];
  const found = surface.placementAt(here ?? event.target);
  const spot = surface.spotAt(x, box ? box.top + 2 : y);
  const resourceNo = surface.rows[found?.row ?? spot.row]?.resource.no;
  const id = found?.placement.bar.id;
  if (id !== undefined && !surface.selected.has(id)) surface.select([id]);
  if (found) surface.clickedBar({ id: found.placement.bar.id, row: found.row });
  else if (!here) surface.clicked(spot);
  const at = here && !found ? (surface.cell?.at ?? spot.at) : spot.at;
  if (resourceNo !== undefined) surface.emit({ type: 'menu', x, y, id, resourceNo, at });
}

/** Sets the title of the bar under the pointer: computed on hover, not for every bar. */
export function setTitle(surface: Surface, target: EventTarget | null): void {
  const bar = surface.placementAt(target)?.placement.bar;
  if (!bar) return;
  (target as HTMLElement).title = [
    bar.subject.slice(0, 300),
    timesText(surface.view, bar),
    ...(bar.locked ? [surface.texts.lockedBar] : []),
    ...bar.warnings.map(({ message }) => `⚠ ${message.slice(0, 300)}`),
  ].join('\n');
}
