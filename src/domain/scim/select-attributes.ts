import { spelled, withoutSchema } from './names.ts';
import { isObject, type JsonObject } from './operations.ts';

/** `schemas` and `id` are always returned. */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);

/** Which attributes a client asked for, by their names: `userName`, `name.givenName`, with or without the schema in front. */
export interface Selection {
  readonly attributes: readonly string[];
  readonly excluded: readonly string[];
}

const pathOf = (name: string): string => {
  const { schema, rest } = withoutSchema(name);
  const path = rest.split('.').map(spelled).join('.');
  return schema === undefined ? path : `${schema}${path === '' ? '' : `:${path}`}`;
};

export const selectionOf = (attributes: readonly string[], excluded: readonly string[]): Selection => ({
  attributes: attributes.map(pathOf),
  excluded: excluded.map(pathOf),
});

export const isSelected = ({ attributes, excluded }: Selection, name: string): boolean =>
  attributes.length > 0
    ? attributes.some((each) => each === name || each.startsWith(`${name}.`))
    : !excluded.includes(name);

/** A resource with the chosen attributes only. */
export function selected(resource: JsonObject, selection: Selection): JsonObject {
  const { attributes, excluded } = selection;
  if (attributes.length === 0 && excluded.length === 0) return resource;
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      if (ALWAYS.has(name)) return [[name, value]];
      const isExtension = name.startsWith('urn:') && attributes.some((each) => each.startsWith(name));
      if (!isExtension && !isSelected(selection, name)) return [];
      return [[name, isObject(value) && !isExtension ? partsOf(name, value, selection) : value]];
    }),
  );
}

function partsOf(name: string, value: JsonObject, { attributes, excluded }: Selection): JsonObject {
  const isWhole = attributes.length === 0 || attributes.includes(name);
  return Object.fromEntries(
    Object.entries(value).filter(([part]) =>
      isWhole ? !excluded.includes(`${name}.${part}`) : attributes.includes(`${name}.${part}`),
    ),
  );
}
