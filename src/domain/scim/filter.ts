import { storable } from '../values/parse.ts';
import { isName, spelled, withoutSchema } from './names.ts';
import { scimRefusal } from './scim-refusal.ts';

export const LONGEST_FILTER = 2000;
const MOST_TERMS = 50;
const DEEPEST = 10;

const operators = ['eq', 'ne', 'co', 'sw', 'ew'] as const;
export type Operator = (typeof operators)[number];
export type Literal = string | number | boolean | null;

/** A filter (RFC 7644, section 3.4.2.2). Orders (`gt` and others) are not supported. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'compare'; readonly path: string; readonly operator: Operator; readonly value: Literal };

const wrong = (why: string) => scimRefusal('invalidFilter', `filter: ${why}`);

/** Reads a filter; refuses one that is too long, too deep or not understood. */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST_FILTER) throw wrong(`must have at most ${LONGEST_FILTER} characters.`);
  return new FilterParser(tokensOf(text)).whole();
}

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const token = new RegExp(TOKEN);
  const end = text.trimEnd().length;
  while (token.lastIndex < end) {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (!found) throw wrong(`cannot be read from character ${at + 1} on.`);
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return tokens;
}

class FilterParser {
  readonly #tokens: readonly string[];
  #at = 0;
  #terms = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  whole(): Filter {
    const filter = this.#either(0);
    if (this.#at < this.#tokens.length) throw wrong(`unexpected ${this.#next().slice(0, 50)}.`);
    return filter;
  }

  #either(depth: number): Filter {
    return this.#joined('or', () => this.#joined('and', () => this.#term(depth)));
  }

  #joined(word: 'and' | 'or', part: () => Filter): Filter {
    const parts = [part()];
    while (this.#take(word)) parts.push(part());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: word, parts };
  }

  #term(depth: number): Filter {
    if (depth > DEEPEST) throw wrong('has too many brackets.');
    if (++this.#terms > MOST_TERMS) throw wrong(`must have at most ${MOST_TERMS} conditions.`);
    if (this.#take('not')) return { kind: 'not', part: this.#term(depth + 1) };
    if (this.#take('(')) {
      const inner = this.#either(depth + 1);
      this.#need(')');
      return inner;
    }
    const path = this.#path(depth);
    if (this.#take('pr')) return { kind: 'present', path };
    const operator = this.#next().toLowerCase();
    const known = operators.find((each) => each === operator);
    if (!known) throw wrong(`the operator ${operator.slice(0, 20)} is not one of ${operators.join(', ')}, pr.`);
    return { kind: 'compare', path, operator: known, value: literalOf(this.#next()) };
  }

  /** `emails[type eq "work"].value`: the filter in brackets is ignored, because a user has one value of each kind. */
  #path(depth: number): string {
    const { schema, rest } = withoutSchema(this.#next());
    let path = rest;
    if (this.#take('[')) {
      this.#either(depth + 1);
      this.#need(']');
      if (this.#tokens[this.#at]?.startsWith('.')) path += this.#next();
    }
    const names = path.split('.');
    if (names.length > 2 || !names.every(isName)) throw wrong(`${path.slice(0, 50) || 'nothing'} is not an attribute.`);
    return `${schema === undefined ? '' : `${schema}:`}${names.map(spelled).join('.')}`;
  }

  #next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw wrong('ends too early.');
    return token;
  }

  #take(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  #need(word: string): void {
    if (!this.#take(word)) throw wrong(`${word} is missing.`);
  }
}

function textOf(token: string): string {
  let text: string;
  try {
    text = String(JSON.parse(token));
  } catch {
    throw wrong(`${token.slice(0, 50)} is not a text in quotation marks.`);
  }
  if (storable(text)) throw wrong('contains characters that cannot be stored.');
  return text;
}

function literalOf(token: string): Literal {
  if (token.startsWith('"')) return textOf(token);
  const small = token.toLowerCase();
  if (small === 'true' || small === 'false') return small === 'true';
  if (small === 'null') return null;
  const number = Number(token);
  if (token === '' || !Number.isFinite(number)) throw wrong(`${token.slice(0, 50)} is not a value.`);
  return number;
}

/** Whether an element of a list matches. Some clients write true as "True". */
export function matches(filter: Filter, element: Readonly<Record<string, unknown>>): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(part, element));
    case 'or':
      return filter.parts.some((part) => matches(part, element));
    case 'not':
      return !matches(filter.part, element);
    case 'present':
      return (element[filter.path] ?? null) !== null;
    default:
      return compares(filter.operator, folded(element[filter.path]), folded(filter.value));
  }
}

const folded = (value: unknown): string => String(value ?? '').toLowerCase();

function compares(operator: Operator, own: string, sent: string): boolean {
  switch (operator) {
    case 'eq':
      return own === sent;
    case 'ne':
      return own !== sent;
    case 'co':
      return own.includes(sent);
    case 'sw':
      return own.startsWith(sent);
    default:
      return own.endsWith(sent);
  }
}

/** What an element must have to match: of comparisons that are joined by `and`. Undefined where that does not decide it. */
export function exampleOf(filter: Filter): Record<string, Literal> | undefined {
  if (filter.kind === 'compare') return filter.operator === 'eq' ? { [filter.path]: filter.value } : undefined;
  if (filter.kind !== 'and') return undefined;
  const parts = filter.parts.map(exampleOf);
  return parts.every((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined;
}
