import { refuse } from '../../domain/errors.ts';
import { LONGEST_PROPERTY, LONGEST_VALUE, MOST_TEXTS } from '../../domain/text-limits.ts';
import { storable } from '../../domain/values/parse.ts';

/** A JSON object of a request whose property names match without regard to case. */
export class Body {
  readonly #at: string;
  readonly #fields = new Map<string, unknown>();

  constructor(value: unknown, at = '') {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw refuse('REQ007', `${at === '' ? 'The body' : at} must be an object.`, at === '' ? undefined : at);
    this.#at = at;
    for (const [name, field] of Object.entries(value)) this.#fields.set(name.toLowerCase(), field);
  }

  /** Undefined and null are the same: nothing was sent. */
  field(name: string): unknown {
    return this.#fields.get(name.toLowerCase()) ?? undefined;
  }

  path(name: string): string {
    return this.#at === '' ? name : `${this.#at}.${name}`;
  }

  within(name: string): Body | undefined {
    const value = this.field(name);
    return value === undefined ? undefined : new Body(value, this.path(name));
  }

  text(name: string, most = LONGEST_PROPERTY): string | undefined {
    const value = this.field(name);
    if (value === undefined || typeof value === 'number') return value === undefined ? undefined : String(value);
    if (typeof value !== 'string') throw refuse('REQ014', `${this.path(name)}: must be a text.`, this.path(name));
    this.#check(name, value, most);
    return value.trim() === '' ? undefined : value.trim();
  }

  #check(name: string, text: string, most: number): void {
    if (text.length > most) throw refuse('REQ013', `${this.path(name)}: at most ${most} characters.`, this.path(name));
    // Neither stored nor compared with what is stored: PostgreSQL takes no such text.
    if (storable(text))
      throw refuse('REQ016', `${this.path(name)}: contains characters that cannot be stored.`, this.path(name));
  }

  needText(name: string, most = LONGEST_PROPERTY): string {
    const text = this.text(name, most);
    if (text === undefined) throw refuse('REQ015', `${this.path(name)} is required.`, this.path(name));
    return text;
  }

  number(name: string): number | undefined {
    const value = this.field(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') this.#check(name, value, LONGEST_VALUE);
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number))
      throw refuse('REQ014', `${this.path(name)}: must be a number.`, this.path(name));
    return number;
  }

  texts(name: string): string[] {
    const value = this.field(name);
    if (value === undefined) return [];
    const list = Array.isArray(value) ? value : [value];
    if (list.length > MOST_TEXTS)
      throw refuse('REQ013', `${this.path(name)}: at most ${MOST_TEXTS} texts.`, this.path(name));
    return list.map((each, i) => {
      if (typeof each === 'string') this.#check(name, each, LONGEST_PROPERTY);
      if (typeof each === 'string' && each.trim() !== '') return each.trim();
      throw refuse('REQ014', `${this.path(name)}[${i}]: must be a text.`, this.path(name));
    });
  }

  entries(): IterableIterator<[string, unknown]> {
    return this.#fields.entries();
  }
}
