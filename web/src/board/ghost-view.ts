import { make } from './element.ts';
import type { Ghost, Rectangle, Surface } from './surface.ts';

/** The layer above the bars while dragging: the target position, its warnings, and the selection rectangle. */
export class GhostView {
  readonly #layer: HTMLElement;
  readonly #tip: HTMLElement;
  #band: HTMLElement | undefined;

  constructor(layer: HTMLElement, tip: HTMLElement) {
    this.#layer = layer;
    this.#tip = tip;
    tip.setAttribute('role', 'status');
  }

  show(ghost: Ghost | undefined, { axis, edges, texts }: Surface): void {
    this.#layer.replaceChildren();
    this.#tip.classList.toggle('ob-tip-shown', ghost !== undefined);
    if (!ghost) return;
    for (const { start, end, row } of ghost.parts) {
      if (row < 0) continue;
      const element = make(`ob-ghost${ghost.isBad ? ' ob-ghost-bad' : ''}`, this.#layer);
      const x = axis.xOf(start);
      element.style.transform = `translate(${x}px,${edges[row] ?? 0}px)`;
      element.style.width = `${Math.max(7, axis.xOf(end) - x)}px`;
      element.style.height = `${(edges[row + 1] ?? 0) - (edges[row] ?? 0) - 2}px`;
    }
    for (const { start, end, row, minutes, isShort } of ghost.legs ?? []) {
      if (row < 0) continue;
      const element = make(`ob-travel ob-travel-ghost${isShort ? ' ob-travel-short' : ''}`, this.#layer);
      const [x, till] = [axis.xOf(start), axis.xOf(end)];
      const middle = ((edges[row] ?? 0) + (edges[row + 1] ?? 0)) / 2;
      element.style.cssText = `left:${x}px;top:${middle + 1}px;width:${Math.max(4, till - x)}px`;
      element.textContent = till - x < 15 ? '' : texts.travelTime(Math.round(minutes));
    }
    const line = (className: string, text: string): HTMLElement => {
      const element = make(className);
      element.textContent = text;
      return element;
    };
    this.#tip.replaceChildren(
      ...ghost.lines.map((text, i) => line(['ob-tip-name', 'ob-tip-time'][i] ?? 'ob-tip-wrong', text)),
      ...(ghost.notes ?? []).map((text) => line('ob-tip-time', text)),
    );
    const box = (this.#tip.offsetParent ?? document.body).getBoundingClientRect();
    this.#tip.style.transform = `translate(${ghost.clientX - box.left + 14}px,${ghost.clientY - box.top + 16}px)`;
  }

  band(rectangle: Rectangle | undefined): void {
    if (!rectangle) {
      this.#band?.remove();
      this.#band = undefined;
      return;
    }
    this.#band ??= make('ob-band', this.#layer);
    const { left, top, right, bottom } = rectangle;
    this.#band.style.cssText = `transform:translate(${left}px,${top}px);width:${right - left}px;height:${bottom - top}px`;
  }

  destroy(): void {
    this.#tip.remove();
  }
}
