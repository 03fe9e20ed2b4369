import type { Path } from './schema-check.ts';

interface Place {
  readonly offset: number;
  readonly inside: ReadonlyMap<string | number, Place>;
}

const SPACE = /[\s\u2028\u2029\ufeff]/;

/** Finds where the values of a text are that is known to be JSON or JSON5. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): Place {
    this.#skip();
    const offset = this.#at;
    const sign = this.#text[this.#at] ?? '';
    const inside = new Map<string | number, Place>();
    if (sign === '{' || sign === '[') this.#members(sign === '{', inside);
    else if (sign === '"' || sign === "'") this.#quoted();
    else
      while (this.#at < this.#text.length && !/[,\]}]/.test(this.#text[this.#at] ?? '') && !this.#isGap()) this.#at++;
    return { offset, inside };
  }

  #members(isObject: boolean, inside: Map<string | number, Place>): void {
    this.#at++;
    for (let index = 0; ; index++) {
      this.#skip();
      if (this.#at >= this.#text.length || /[\]}]/.test(this.#text[this.#at] ?? '')) break;
      const offset = this.#at;
      const name = isObject ? this.#name() : index;
      const place = this.value();
      // A property is shown where its name is.
      inside.set(name, isObject ? { ...place, offset } : place);
      this.#skip();
      if (this.#text[this.#at] === ',') this.#at++;
    }
    this.#at++;
  }

  #name(): string {
    const sign = this.#text[this.#at] ?? '';
    const name = sign === '"' || sign === "'" ? this.#quoted() : this.#identifier();
    this.#skip();
    if (this.#text[this.#at] === ':') this.#at++;
    return name;
  }

  #identifier(): string {
    const from = this.#at;
    while (this.#at < this.#text.length && this.#text[this.#at] !== ':' && !this.#isGap()) this.#at++;
    return this.#text.slice(from, this.#at);
  }

  /** Without its quotes. Names with escapes are rare, and then shown at their object. */
  #quoted(): string {
    const quote = this.#text[this.#at++];
    const from = this.#at;
    while (this.#at < this.#text.length && this.#text[this.#at] !== quote)
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    return this.#text.slice(from, this.#at++);
  }

  #isGap(): boolean {
    return SPACE.test(this.#text[this.#at] ?? '') || /^\/[/*]/.test(this.#text.slice(this.#at, this.#at + 2));
  }

  #skip(): void {
    while (this.#at < this.#text.length && this.#isGap()) {
      if (this.#text[this.#at] !== '/') this.#at++;
      else {
        const end = this.#text[this.#at + 1] === '*' ? '*/' : '\n';
        const found = this.#text.indexOf(end, this.#at + 2);
        this.#at = found < 0 ? this.#text.length : found + end.length;
      }
    }
  }
}

/** Where a value begins, or the nearest value around it that is in the text. */
export function offsetFinder(text: string): (path: Path) => number {
  const whole = new Scanner(text).value();
  return (path) => {
    let place = whole;
    for (const step of path) {
      const next = place.inside.get(step);
      if (!next) break;
      place = next;
    }
    return place.offset;
  };
}
