import { make } from './element.ts';
import type { Placement } from './layout.ts';
import type { Span } from './packing.ts';
import type { Bar, BoardCommand } from './types.ts';

export const HANDLE_HEIGHT = 13;

/** The handle of a container in a row: it spans the bars of the container. */
export interface Handle extends Span {
  readonly container: string;
  /** The first bar of the container in the row. */
  readonly bar: number;
}

/** The handles of a row; placements are ascending by start. */
export function handlesOf(placements: readonly Placement[]): Handle[] {
  const spans = new Map<string, { x: number; width: number; bar: number }>();
  for (const { bar, x, width } of placements) {
    const [container] = bar.containers;
    if (container === undefined || bar.isBusy) continue;
    const known = spans.get(container);
    if (known) known.width = Math.max(known.width, x + width - known.x);
    else spans.set(container, { x, width, bar: bar.id });
  }
  return [...spans].map(([container, span]) => ({ container, ...span }));
}

export function makeHandle(): HTMLElement {
  const element = make('ob-handle');
  // By keyboard, the bars of a container move together with Alt and arrows.
  element.setAttribute('aria-hidden', 'true');
  return element;
}

export function paintHandle(element: HTMLElement, { container, bar, x, width }: Handle, y: number, mark: string): void {
  element.className = `ob-handle ${mark}`;
  element.dataset['bar'] = String(bar);
  element.dataset['container'] = container;
  element.style.cssText = `left:${x.toFixed(1)}px;top:${y}px;width:${Math.max(12, width).toFixed(1)}px`;
  element.textContent = container.slice(0, 100);
  element.title = container.slice(0, 200);
}

interface Members {
  readonly container: string;
  readonly ids: readonly number[];
}

interface Owner {
  bars(): Iterable<Bar>;
  select(ids: readonly number[]): void;
}

/** Dragging a handle: selects the members, and turns the move of the bars into a move of the container. */
export class HandleDrag {
  readonly #owner: Owner;
  #held: Members | undefined;

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  /** Before the drag of the bars begins. */
  down(target: EventTarget | null): void {
    const handle = target instanceof Element ? target.closest<HTMLElement>('.ob-handle') : null;
    const container = handle?.dataset['container'];
    this.#held = undefined;
    if (container === undefined) return;
    const ids = [...this.#owner.bars()].filter(({ containers }) => containers[0] === container).map(({ id }) => id);
    this.#held = { container, ids };
    this.#owner.select(ids);
  }

  /** After a click, which selects one bar, all members are selected. */
  up(): void {
    if (this.#held) this.#owner.select(this.#held.ids);
    this.#held = undefined;
  }

  commandOf(command: BoardCommand, bar: (id: number) => Bar | undefined): BoardCommand {
    const [first] = command.type === 'move' ? command.moves : [];
    const before = first && bar(first.id);
    if (!this.#held || !first || !before) return command;
    return { type: 'moveContainer', ...this.#held, by: first.start - before.start };
  }
}
