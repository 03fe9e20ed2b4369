import { type Filter, parseFilter } from './filter.ts';
import { isName, spelled, withoutSchema } from './names.ts';
import { scimRefusal } from './scim-refusal.ts';

const LONGEST_PATH = 1000;

/** Where an operation applies: `emails[type eq "work"].value` of a schema. */
export interface PatchPath {
  /** The extension in which the attribute stands. */
  readonly schema?: string;
  /** Missing where the path is an extension as a whole. */
  readonly attribute?: string;
  readonly filter?: Filter;
  readonly sub?: string;
}

export function parsePath(text: string): PatchPath {
  const wrong = scimRefusal('invalidPath', `path: ${text.slice(0, 100)} is not an attribute.`);
  if (text.length > LONGEST_PATH) throw wrong;
  const { schema, rest } = withoutSchema(text);
  if (rest === '' && schema !== undefined) return { schema };
  const [, attribute = '', filter, sub] = /^([^.[\]]+)(?:\[(.*)\])?(?:\.([^.[\]]+))?$/s.exec(rest) ?? [];
  if (!isName(attribute) || (sub !== undefined && !isName(sub))) throw wrong;
  return {
    ...(schema === undefined ? {} : { schema }),
    attribute: spelled(attribute),
    ...(filter === undefined ? {} : { filter: parseFilter(filter) }),
    ...(sub === undefined ? {} : { sub: spelled(sub) }),
  };
}
