import { exampleOf, matches } from './filter.ts';
import { IGNORED, MULTI_VALUED } from './names.ts';
import { isObject, type JsonObject, type Operation } from './operations.ts';
import { scimRefusal } from './scim-refusal.ts';

type Attributes = Record<string, unknown>;
type Element = Attributes;

/** Values of one attribute that are kept. */
const MOST_VALUES = 50;

/** A resource after some operations. Clients differ in how they write them; see docs/guides/scim.md. */
export function patched(resource: JsonObject, operations: readonly Operation[]): Attributes {
  const next = structuredClone(resource) as Attributes;
  for (const operation of operations) apply(next, operation);
  return next;
}

function apply(resource: Attributes, operation: Operation): void {
  const { schema, attribute } = operation.path;
  if (schema === undefined) {
    if (attribute !== undefined && !IGNORED.has(attribute)) change(resource, attribute, operation);
    return;
  }
  if (attribute === undefined) {
    if (operation.op === 'remove') delete resource[schema];
    else resource[schema] = operation.value;
    return;
  }
  const inner = { ...objectOf(resource[schema]) };
  change(inner, attribute, operation);
  if (Object.keys(inner).length === 0) delete resource[schema];
  else resource[schema] = inner;
}

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

function change(target: Attributes, attribute: string, { op, path, value }: Operation): void {
  const next =
    op === 'remove' || value === null || value === undefined
      ? removed(target[attribute], path, op === 'remove' ? value : undefined)
      : written(target[attribute], attribute, { op, path, value });
  if (next === undefined) delete target[attribute];
  else target[attribute] = next;
}

const elementsOf = (value: unknown): Element[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
    .slice(0, MOST_VALUES + 1)
    .map((each) => (isObject(each) ? withBooleans({ ...each }) : { value: each }));

function removed(own: unknown, { filter, sub }: Operation['path'], value: unknown): unknown {
  if (Array.isArray(own)) {
    const gone = elementsOf(value);
    const isMeant = (element: Element): boolean => {
      if (filter) return matches(filter, element);
      return gone.length === 0 || gone.some((each) => each['value'] === element['value']);
    };
    const left = elementsOf(own).flatMap((element) => {
      if (!isMeant(element)) return [element];
      if (sub === undefined) return [];
      const { [sub]: _, ...rest } = element;
      return [rest];
    });
    return left.length > 0 ? left : undefined;
  }
  if (sub === undefined || !isObject(own)) return undefined;
  const { [sub]: _, ...rest } = own;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

function written(own: unknown, attribute: string, { op, path, value }: Operation): unknown {
  const { filter, sub } = path;
  if (filter || MULTI_VALUED.has(attribute)) return writtenList(elementsOf(own), { op, path, value });
  if (sub !== undefined) return { ...objectOf(own), [sub]: value };
  if (attribute === 'active') return booleanOf(value);
  // Of a complex attribute those parts stay that are not sent.
  return isObject(value) ? { ...objectOf(own), ...value } : value;
}

function writtenList(own: readonly Element[], { op, path, value }: Operation): Element[] {
  const { filter, sub } = path;
  const list =
    filter || sub !== undefined
      ? writtenElements(own, path, value)
      : joined(op === 'add' ? own : [], elementsOf(value));
  if (list.length > MOST_VALUES)
    throw scimRefusal('tooMany', `${path.attribute}: must have at most ${MOST_VALUES} values.`, 'REQ013');
  return list;
}

/** Some clients write a value into an element that is not there yet: it is made as the filter describes it. */
function writtenElements(
  own: readonly Element[],
  { attribute, filter, sub }: Operation['path'],
  value: unknown,
): Element[] {
  const change = withBooleans(sub === undefined ? objectOf(isObject(value) ? value : { value }) : { [sub]: value });
  const chosen = filter ? own.filter((element) => matches(filter, element)) : own.slice(0, 1);
  if (chosen.length > 0) return own.map((element) => (chosen.includes(element) ? { ...element, ...change } : element));
  const example = filter ? exampleOf(filter) : {};
  if (!example) throw scimRefusal('noTarget', `path: no value of ${attribute} matches.`);
  return [...own, withBooleans({ ...example, ...change })];
}

/** Values that are there already are not added again. */
function joined(own: readonly Element[], added: readonly Element[]): Element[] {
  const seen = new Set(own.map((each) => JSON.stringify([each['value'], each['type']])));
  return [...own, ...added.filter((each) => !seen.has(JSON.stringify([each['value'], each['type']])))];
}

const withBooleans = (element: JsonObject): Element =>
  'primary' in element ? { ...element, primary: booleanOf(element['primary']) } : { ...element };

/** Entra writes "True" and "False". */
function booleanOf(value: unknown): boolean {
  const text = String(value).trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw scimRefusal('invalidValue', `active and primary: must be true or false.`);
}
