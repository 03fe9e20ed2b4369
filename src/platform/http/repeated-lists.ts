import { randomUUID } from 'node:crypto';

/** A batch has calls of a few forms. */
const MOST_LISTS = 8;
/** A list with a closing bracket in one of its texts is parsed as often as it comes. */
const END = ']';

interface Known {
  /** The property with the list, as it was sent. */
  readonly text: string;
  /** The property with a text that stands for the list. */
  readonly short: string;
  readonly mark: string;
  readonly list: readonly string[];
}

/**
 * Lists of texts that element after element repeats, such as the names of the parameters of calls: half of the bytes of an import. Each is parsed
 * once, and stands in all elements that have it. In valid JSON, what begins with the quote of a name is a property: within a string, that quote
 * would be escaped.
 */
export class RepeatedLists {
  readonly #property: string;
  readonly #begin: string;
  readonly #known: Known[] = [];
  /** Nobody can send it: it is new for each body. */
  readonly #secret = randomUUID();

  constructor(property: string) {
    this.#property = property;
    this.#begin = `${JSON.stringify(property)}:[`;
  }

  /** The JSON text with a mark in place of each list that is known, or that becomes known now. */
  shorten(text: string): string {
    let shortened = text;
    for (const { text: whole, short } of this.#known) shortened = shortened.replaceAll(whole, short);
    while (this.#known.length < MOST_LISTS) {
      const learned = this.#learn(shortened);
      if (!learned) break;
      shortened = shortened.replaceAll(learned.text, learned.short);
    }
    return shortened;
  }

  #learn(text: string): Known | undefined {
    const at = text.indexOf(this.#begin);
    const end = at < 0 ? -1 : text.indexOf(END, at);
    if (end < 0) return undefined;
    const whole = text.slice(at, end + 1);
    const list = textsIn(whole.slice(this.#begin.length - 1));
    if (!list) return undefined;
    const mark = `${this.#secret}/${this.#known.length}`;
    const known = { text: whole, short: `${JSON.stringify(this.#property)}:${JSON.stringify(mark)}`, mark, list };
    this.#known.push(known);
    return known;
  }

  /** Puts the list that a mark stands for back into an object. */
  restore(object: object): void {
    if (!(this.#property in object)) return;
    const properties = object as Record<string, unknown>;
    const value = properties[this.#property];
    if (typeof value !== 'string' || !value.startsWith(this.#secret)) return;
    for (const { mark, list } of this.#known) if (value === mark) properties[this.#property] = list;
  }
}

function textsIn(json: string): readonly string[] | undefined {
  try {
    const list = JSON.parse(json);
    return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
