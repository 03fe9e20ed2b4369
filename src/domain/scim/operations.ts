import { type PatchPath, parsePath } from './patch-path.ts';
import { scimRefusal } from './scim-refusal.ts';

const MOST_OPERATIONS = 1000;
/** Attributes that one operation without a path may have. */
const MOST_ATTRIBUTES = 200;

export type JsonObject = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One change of one attribute. */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: PatchPath;
  readonly value: unknown;
}

/** The operations of a PATCH body. The names `Operations`, `op`, `path` and `value`, and the words of `op`, match in any case. */
export function readOperations(body: unknown): Operation[] {
  const list = isObject(body) ? named(body, 'operations') : undefined;
  if (!Array.isArray(list) || list.length === 0)
    throw scimRefusal('invalidSyntax', 'Operations: must be a list with at least one operation.');
  if (list.length > MOST_OPERATIONS)
    throw scimRefusal('tooMany', `Operations: must have at most ${MOST_OPERATIONS} entries.`, 'REQ013');
  return list.flatMap((each: unknown, index) => operationsOf(each, index));
}

function named(object: JsonObject, name: string): unknown {
  const key = Object.keys(object).find((each) => each.toLowerCase() === name);
  return key === undefined ? undefined : object[key];
}

function operationsOf(sent: unknown, index: number): Operation[] {
  const op = isObject(sent) ? String(named(sent, 'op') ?? '').toLowerCase() : '';
  if (!isObject(sent) || (op !== 'add' && op !== 'replace' && op !== 'remove'))
    throw scimRefusal('invalidSyntax', `Operations[${index}].op: must be add, replace or remove.`);
  const path = named(sent, 'path') ?? '';
  const value = named(sent, 'value');
  if (typeof path !== 'string') throw scimRefusal('invalidPath', `Operations[${index}].path: must be a text.`);
  if (path.trim() !== '') return [{ op, path: parsePath(path), value }];
  if (op === 'remove') throw scimRefusal('noTarget', `Operations[${index}]: remove needs a path.`);
  if (!isObject(value))
    throw scimRefusal('invalidValue', `Operations[${index}].value: must be an object where there is no path.`);
  return attributesOf(value, op);
}

/** The attributes of a resource, or of an operation without a path, one by one. Names may be dotted, or have a schema in front. */
export function attributesOf(resource: JsonObject, op: 'add' | 'replace'): Operation[] {
  const entries = Object.entries(resource);
  if (entries.length > MOST_ATTRIBUTES)
    throw scimRefusal('tooMany', `A resource must have at most ${MOST_ATTRIBUTES} attributes.`, 'REQ013');
  return entries.flatMap(([name, value]): Operation[] => {
    const path = parsePath(name);
    if (path.attribute !== undefined) return [{ op, path, value }];
    // An extension as a whole.
    return isObject(value)
      ? Object.entries(value)
          .slice(0, MOST_ATTRIBUTES)
          .map(([each, inner]) => ({ op, path: { ...parsePath(each), schema: path.schema ?? '' }, value: inner }))
      : [];
  });
}
