import { type RefObject, useEffect, useState } from 'react';
import type { Hovered } from './place-beside.ts';

/** How long the pointer rests on something before its card opens, and how long it may take from there to the card. */
const DELAY_MS = 600;
const GRACE_MS = 300;
const ON_CARD = 'card';

/** The bar of an appointment, or a row of an open task. Busy time of others has no card. */
function pointedAt(target: EventTarget | null): { readonly element: HTMLElement; readonly key: string } | undefined {
  if (!(target instanceof Element)) return undefined;
  const bar = target.closest<HTMLElement>('.board-pane .ob-bar:not(.ob-busy)[data-bar]');
  if (bar) return { element: bar, key: `appointment ${bar.dataset['bar']}` };
  const row = target.closest<HTMLElement>('[data-hover-card="task"] tr[data-key]');
  const id = row?.dataset['key'] ?? '';
  // Rows of containers have no task.
  return row && /^\d+$/.test(id) ? { element: row, key: `task ${id}` } : undefined;
}

function hoveredAt(element: HTMLElement, key: string, x: number): Hovered | undefined {
  const [kind, id] = key.split(' ');
  const { top, bottom } = element.getBoundingClientRect();
  if ((kind !== 'appointment' && kind !== 'task') || !element.isConnected) return undefined;
  return { kind, id: Number(id), x, top, bottom };
}

/**
 * What the pointer rests on. Nothing while a button is pressed, after Escape until the pointer has left, and while the page scrolls. The pointer may move
 * from there onto the card.
 */
export function useHovered(card: RefObject<HTMLElement | null>): Hovered | undefined {
  const [hovered, setHovered] = useState<Hovered>();
  useEffect(() => {
    const pointer = new HoverTimer(card, setHovered);
    return () => pointer.end();
  }, [card]);
  return hovered;
}

/** The state of the pointer, outside React: it changes with every movement. */
class HoverTimer {
  readonly #card: RefObject<HTMLElement | null>;
  readonly #show: (hovered: Hovered | undefined) => void;
  readonly #ended = new AbortController();
  #opening: ReturnType<typeof setTimeout> | undefined;
  #closing: ReturnType<typeof setTimeout> | undefined;
  /** What the pointer is on, and what the card is open for. */
  #key: string | undefined;
  #open: string | undefined;
  #x = 0;

  constructor(card: RefObject<HTMLElement | null>, show: (hovered: Hovered | undefined) => void) {
    this.#card = card;
    this.#show = show;
    const { signal } = this.#ended;
    const on = (type: string, listener: (event: Event) => void): void =>
      document.addEventListener(type, listener, { signal, capture: true, passive: true });
    on('pointerover', (event) => this.#over(event as PointerEvent));
    on('pointermove', (event) => {
      this.#x = (event as PointerEvent).clientX;
    });
    on('pointerleave', ({ target }) => target === document.documentElement && this.#leave());
    for (const type of ['pointerdown', 'contextmenu', 'dragstart', 'scroll', 'wheel'])
      on(type, (event) => this.#isOnCard(event.target) || this.#hide());
    on('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && this.#hide());
  }

  end(): void {
    this.#ended.abort();
    this.#cancel();
  }

  #isOnCard(target: EventTarget | null): boolean {
    return target instanceof Node && this.#card.current?.contains(target) === true;
  }

  #over(event: PointerEvent): void {
    if (this.#isOnCard(event.target)) {
      clearTimeout(this.#closing);
      clearTimeout(this.#opening);
      this.#key = ON_CARD;
      return;
    }
    const found = event.pointerType === 'mouse' && event.buttons === 0 ? pointedAt(event.target) : undefined;
    // The card replaces the tooltip of the browser.
    if (found?.element.title) found.element.removeAttribute('title');
    if (found?.key === this.#key) return;
    this.#leave();
    if (!found) return;
    this.#key = found.key;
    if (found.key === this.#open) {
      clearTimeout(this.#closing);
      return;
    }
    this.#opening = setTimeout(() => {
      clearTimeout(this.#closing);
      const hovered = hoveredAt(found.element, found.key, this.#x);
      this.#open = hovered && found.key;
      this.#show(hovered);
    }, DELAY_MS);
  }

  #leave(): void {
    clearTimeout(this.#opening);
    this.#key = undefined;
    if (this.#open === undefined) return;
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.#close(), GRACE_MS);
  }

  /** Closes at once; the key stays, so that the card does not open again for the same bar. */
  #hide(): void {
    this.#cancel();
    this.#close();
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.#open = undefined;
    this.#show(undefined);
  }

  #cancel(): void {
    clearTimeout(this.#opening);
    clearTimeout(this.#closing);
  }
}
