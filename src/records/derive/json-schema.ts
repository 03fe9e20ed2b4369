import { pascal } from '../entities/kit.ts';
import type { ColumnModel, EntityModel, Procedure } from './model.ts';

/** JSON Schemas of a record as it is sent and as it is shown, for the API description. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A column as it is sent or shown. */
export const columnSchema = (column: ColumnModel): JsonSchema => {
  const schema = column.kind.schema(column.spec);
  const description = [schema['description'], column.spec.note].filter((part) => part !== undefined).join('. ');
  return { ...schema, ...(description === '' ? {} : { description }) };
};

export const nullable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema['type'], 'null'].flat(),
  ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
});

const alwaysThere = ({ spec }: ColumnModel): boolean =>
  spec.required ||
  spec.filled === true ||
  spec.default !== undefined ||
  spec.defaultsTo !== undefined ||
  spec.kind === 'texts';

export function shownSchema(model: EntityModel, only: readonly ColumnModel[] = model.stored): JsonSchema {
  const columns = only.filter(({ spec }) => spec.kind !== 'secret');
  const moment = { type: 'string', format: 'date-time' };
  const properties = {
    id: { type: 'integer' },
    ...Object.fromEntries(
      columns.map((column) => [
        column.property,
        alwaysThere(column) ? columnSchema(column) : nullable(columnSchema(column)),
      ]),
    ),
    version: { type: 'integer' },
    createdAt: moment,
    createdBy: { type: 'string' },
    updatedAt: moment,
    updatedBy: { type: 'string' },
  };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** What lists show a second time, in the spelling that flow builders read; see `choosesBy`. */
export function choiceSchema({ entity, column }: EntityModel): JsonSchema {
  if (entity.choosesBy === undefined) return {};
  const schema = {
    ...columnSchema(column(entity.choosesBy)),
    description: `In lists: the same as ${entity.choosesBy}.`,
  };
  return { [pascal(entity.choosesBy)]: nullable(schema) };
}

/** Property names match without regard to case and unknown ones are ignored; a schema can only show the usual spelling. */
export function sentSchema(procedure: Procedure): JsonSchema {
  const required =
    procedure.action === 'delete'
      ? procedure.model.keyColumns.slice(0, procedure.model.entity.deleteNeeds ?? procedure.model.keyColumns.length)
      : procedure.columns.filter(({ isKey }) => isKey);
  const properties = {
    ...Object.fromEntries(procedure.columns.map((column) => [column.property, nullable(columnSchema(column))])),
    ...Object.fromEntries(
      procedure.options
        .filter(({ spec }) => spec.kind !== 'ignored')
        .map(({ name, spec }) => [
          name,
          {
            type: spec.kind === 'text' ? 'string' : 'boolean',
            ...(spec.max === undefined ? {} : { maxLength: spec.longest ?? spec.max }),
            ...(spec.default === undefined ? {} : { default: spec.default }),
            ...(spec.note === undefined ? {} : { description: spec.note }),
          },
        ]),
    ),
  };
  return {
    type: 'object',
    properties,
    required: required.filter(({ spec }) => spec.required).map(({ property }) => property),
  };
}
