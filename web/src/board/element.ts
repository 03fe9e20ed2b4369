/** An element with a class, in its place. */
export function make(className: string, parent?: Element, tag = 'div'): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  parent?.append(element);
  return element;
}

/** Elements by key that are made when needed and dropped when not; what stays stays as it is. */
export class Pool<T> {
  readonly #parent: Element;
  readonly #make: () => HTMLElement;
  readonly #shown = new Map<string, { element: HTMLElement; value: T }>();
  readonly #spare: HTMLElement[] = [];

  constructor(parent: Element, create: () => HTMLElement) {
    this.#parent = parent;
    this.#make = create;
  }

  /** Shows these and no others. `paint` is called for those that are new or whose value is another one. */
  show(wanted: ReadonlyMap<string, T>, paint: (element: HTMLElement, value: T, key: string) => void): void {
    for (const [key, { element }] of this.#shown)
      if (!wanted.has(key)) {
        this.#shown.delete(key);
        element.remove();
        if (this.#spare.length < 200) this.#spare.push(element);
      }
    const added: HTMLElement[] = [];
    for (const [key, value] of wanted) {
      const known = this.#shown.get(key);
      if (known && known.value === value) continue;
      const element = known?.element ?? this.#spare.pop() ?? this.#make();
      paint(element, value, key);
      this.#shown.set(key, { element, value });
      if (!known) added.push(element);
    }
    this.#parent.append(...added);
  }

  element(key: string): HTMLElement | undefined {
    return this.#shown.get(key)?.element;
  }

  /** Everything is painted anew the next time. */
  forget(): void {
    for (const { element } of this.#shown.values()) element.remove();
    this.#shown.clear();
  }
}
