import { Refusal, refuse } from '../../domain/errors.ts';
import { Invalid } from '../../domain/values/parse.ts';
import type { EntityModel } from '../../records/derive/model.ts';
import type { Warning } from '../../records/writing/call.ts';

/** The properties of a body that are columns of a record, read as the import reads them. */
export interface Fields {
  readonly values: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Warning[];
}

/** What a body may hold: columns of a record. */
export interface Wanted {
  readonly model: EntityModel;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names compare without case, empty values count as left out, and what is not known is passed over with a warning. */
export function readFields({ model, required, optional }: Wanted, body: unknown, zone: string): Fields {
  if (!isObject(body)) throw refuse('REQ007', 'The body must be an object.');
  const wanted = new Map([...required, ...optional].map((name) => [name.toLowerCase(), name]));
  const values: Record<string, unknown> = {};
  const warnings: Warning[] = [];
  for (const [sentName, sent] of Object.entries(body)) {
    const property = wanted.get(sentName.trim().toLowerCase());
    if (property === undefined) {
      warnings.push({ index: 0, parameter: sentName, message: `Unknown parameter ${sentName} was ignored.` });
      continue;
    }
    const { kind, spec } = model.column(property);
    const value = kind.parse(sent ?? null, spec, zone);
    if (value instanceof Invalid) throw new Refusal(value.at(sentName));
    if (value !== null) values[property] = value;
  }
  for (const name of required)
    if (values[name] === undefined) throw refuse('REQ015', `${name}: a value is required.`, name);
  return { values, warnings };
}

export const textOf = (fields: Fields, property: string): string | undefined => {
  const value = fields.values[property];
  return typeof value === 'string' ? value : undefined;
};
