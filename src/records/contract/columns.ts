import { Refusal } from '../../domain/errors.ts';
import { Invalid } from '../../domain/values/parse.ts';
import { type Kind, kind } from '../../platform/contract/kind.ts';
import { columnSchema, nullable } from '../derive/json-schema.ts';
import type { EntityModel } from '../derive/model.ts';

/** A property of a body that is a column of a record: read as the import reads it, and described in the same way. An empty value counts as not sent. */
export const column = (model: EntityModel, property: string): Kind<unknown> => {
  const own = model.column(property);
  return kind(columnSchema(own), (sent, position) => {
    const value = own.kind.parse(sent, own.spec, position.reading.zone, position.note);
    if (value instanceof Invalid) throw new Refusal(value.at(position.path));
    return value ?? undefined;
  });
};

/** A column whose stored value is a text: names, numbers of records, dates, instants in ISO 8601. */
export const textColumn = (model: EntityModel, property: string): Kind<string> => {
  const own = column(model, property);
  return kind(own.schema, (sent, position) => {
    const value = own.read(sent, position);
    if (value !== undefined && typeof value !== 'string') throw new Error(`${property} is no text`);
    return value;
  });
};

/** The same kind where the description shows that it may be null. */
export const orNull = <T>(own: Kind<T>): Kind<T> => ({ ...own, schema: nullable(own.schema) });
