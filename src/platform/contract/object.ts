import { nearestName } from '../../domain/nearest-name.ts';
import { type JsonSchema, type Kind, Position, type Reading } from './kind.ts';

interface RequiredField<T> {
  readonly kind: Kind<T>;
  readonly required: true;
}

interface DefaultField<T> {
  readonly kind: Kind<T>;
  readonly fallback: T;
}

/** An object whose fields are read as if it had been sent empty. */
interface EmptyField<T> {
  readonly kind: Kind<T>;
  readonly orEmpty: true;
}

type Field = Kind<unknown> | RequiredField<unknown> | DefaultField<unknown> | EmptyField<unknown>;
type Fields = Readonly<Record<string, Field>>;

type FieldValue<F> = F extends RequiredField<infer T> | EmptyField<infer T>
  ? T
  : F extends DefaultField<infer T>
    ? T
    : F extends Kind<infer T>
      ? T | undefined
      : never;

type ObjectValue<F extends Fields> = { readonly [Name in keyof F]: FieldValue<F[Name]> };

export const required = <T>(kind: Kind<T>): RequiredField<T> => ({ kind, required: true });
export const withDefault = <T>(kind: Kind<T>, fallback: T, shown?: unknown): DefaultField<T> => ({
  kind: shown === undefined ? kind : { ...kind, schema: { ...kind.schema, default: shown } },
  fallback,
});

export const orEmpty = <T extends object>(kind: Kind<T>): EmptyField<T> => ({ kind, orEmpty: true });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (field: Field): Kind<unknown> => ('kind' in field ? field.kind : field);

/** An object with these fields; their names match in any case. Unknown names are ignored with a warning. */
export function object<F extends Fields>(fields: F, more: JsonSchema = {}): Kind<ObjectValue<F>> {
  return objectOf(fields, more, (unknown, position, known) => {
    warnOfUnknown([...unknown.keys()], position, known);
    return undefined;
  });
}

/** An object that may have further properties, which are returned as `further`. */
export const openObject = <F extends Fields>(
  fields: F,
  more: JsonSchema = {},
): Kind<ObjectValue<F> & { readonly further: Readonly<Record<string, unknown>> }> => objectOf(fields, more, furtherOf);

const furtherOf = (unknown: ReadonlyMap<string, unknown>): { readonly further: Readonly<Record<string, unknown>> } => ({
  further: unknown.size === 0 ? {} : Object.fromEntries(unknown),
});

/** A client that misspells a name sends a few of them; a body with more of them must cost neither time nor a long response. */
const MOST_NAMED = 20;

/** Adds a warning for each unknown name of an object, up to a limit. */
export function warnOfUnknown(names: readonly string[], position: Position, known: readonly string[]): void {
  const { warnings } = position.reading;
  for (const name of names.slice(0, MOST_NAMED)) warnings.push(unknownName(name, position, known));
  const more = names.length - MOST_NAMED;
  if (more > 0) warnings.push({ parameter: position.path, message: `${more} more unknown properties were ignored.` });
}

function unknownName(name: string, position: Position, known: readonly string[]) {
  const shown = name.slice(0, 100);
  const nearest = nearestName(name, known);
  return {
    parameter: position.within(shown).path,
    message: `Unknown property ${position.within(shown).path} was ignored.${nearest ? ` Did you mean ${nearest}?` : ''}`,
  };
}

/** Which value of a field is read; the position is that of the object. */
type Taken = (value: unknown, kind: Kind<unknown>, position: Position, name: string) => unknown;

const NONE: ReadonlyMap<string, unknown> = new Map();

function objectOf<F extends Fields, More extends object>(
  fields: F,
  more: JsonSchema,
  rest: (unknown: ReadonlyMap<string, unknown>, position: Position, known: readonly string[]) => More | undefined,
  taken: Taken = (value) => value,
): Kind<ObjectValue<F> & More> {
  const names = Object.keys(fields);
  // Prepared once: a request may have a million objects.
  const prepared = Object.entries(fields).map(([name, field]) => ({
    name,
    kind: kindOf(field),
    isRequired: 'required' in field,
    isEmptyObject: 'orEmpty' in field,
    fallback: 'fallback' in field ? field.fallback : undefined,
  }));
  const needed = prepared.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const indexes = new Map(names.flatMap((name, i) => [[name.toLowerCase(), i] as const, [name, i] as const]));
  const properties = Object.fromEntries(prepared.map(({ name, kind }) => [name, kind.schema]));
  return {
    schema: { type: 'object', properties, ...(needed.length > 0 ? { required: needed } : {}), ...more },
    read(value, position) {
      if (!isObject(value)) throw position.refuse('REQ007', 'must be an object.');
      const sent: unknown[] = prepared.map(() => undefined);
      let unknown: Map<string, unknown> | undefined;
      for (const name of Object.keys(value)) {
        const index = indexes.get(name) ?? indexes.get(name.trim().toLowerCase());
        if (index === undefined) unknown = (unknown ?? new Map()).set(name, value[name]);
        else sent[index] = value[name];
      }
      const read = (rest(unknown ?? NONE, position, names) ?? {}) as Record<string, unknown>;
      for (const [i, { name, kind, isRequired, isEmptyObject, fallback }] of prepared.entries()) {
        const each = taken(sent[i], kind, position, name) ?? (isEmptyObject ? {} : undefined);
        const found = each === undefined ? undefined : kind.read(each, position.within(name));
        if (found === undefined && isRequired) throw position.within(name).refuse('REQ015', 'a value is required.');
        read[name] = found === undefined ? fallback : found;
      }
      return read as ObjectValue<F> & More;
    },
  };
}

/** Names and values of a query string; unknown ones are ignored. A parameter that is no list may be sent once. */
export const query = <F extends Fields>(fields: F): Kind<ObjectValue<F>> =>
  objectOf(fields, {}, () => undefined, single);

/** A query string that may have further parameters, such as filters, which are returned as `further`. */
export const openQuery = <F extends Fields>(
  fields: F,
): Kind<ObjectValue<F> & { readonly further: Readonly<Record<string, unknown>> }> =>
  objectOf(fields, {}, furtherOf, single);

const single: Taken = (value, { isList }, position, name) => {
  if (!Array.isArray(value) || isList) return value;
  throw position.within(name).refuse('REQ008', `was sent ${value.length} times; send it once.`);
};

/** Reads a whole body, or the names and values of a query string. */
export function readWhole<T>(whole: Kind<T>, sent: unknown, reading: Reading): T {
  const position = new Position('', reading);
  const read = sent === undefined || sent === null ? undefined : whole.read(sent, position);
  if (read === undefined) throw position.refuse('REQ007', 'must be an object.');
  return read;
}
