/** Creates an element with a class and appends it. */
export function make(className: string, parent?: Element, tag = 'div'): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  parent?.append(element);
  return element;
}

/** Elements by key. Elements that are still needed stay; the others are reused for new keys without leaving the document. */
export class Pool<T, K = string> {
  readonly #parent: Element;
  readonly #make: () => HTMLElement;
  readonly #shown = new Map<K, { element: HTMLElement; value: T }>();

  constructor(parent: Element, create: () => HTMLElement) {
    this.#parent = parent;
    this.#make = create;
  }

  /** Shows exactly these keys. `paint` is called for new keys and changed values. */
  show(wanted: ReadonlyMap<K, T>, paint: (element: HTMLElement, value: T, key: K) => void): void {
    if (wanted.size === 0 && this.#shown.size === 0) return;
    const free: HTMLElement[] = [];
    for (const [key, { element }] of this.#shown)
      if (!wanted.has(key)) {
        this.#shown.delete(key);
        free.push(element);
      }
    const added: HTMLElement[] = [];
    for (const [key, value] of wanted) {
      const known = this.#shown.get(key);
      if (known?.value === value) continue;
      let element = known?.element ?? free.pop();
      if (!element) {
        element = this.#make();
        added.push(element);
      }
      paint(element, value, key);
      if (known) known.value = value;
      else this.#shown.set(key, { element, value });
    }
    for (const element of free) element.remove();
    if (added.length > 0) this.#parent.append(...added);
  }

  element(key: K): HTMLElement | undefined {
    return this.#shown.get(key)?.element;
  }

  value(key: K): T | undefined {
    return this.#shown.get(key)?.value;
  }

  *entries(): Iterable<readonly [K, HTMLElement]> {
    for (const [key, { element }] of this.#shown) yield [key, element];
  }

  /** Repaints everything the next time. */
  forget(): void {
    for (const { element } of this.#shown.values()) element.remove();
    this.#shown.clear();
  }
}
