import { described, type Infer, shown } from '../../platform/contract/kind.ts';
import { object, required } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { json, text } from '../../platform/contract/values.ts';
import { exactly, list, moment, text as textSchema } from '../../platform/http/shapes.ts';

const access = 'records.import';
const tags = ['Import'];
const LONGEST_PROCEDURE = 100;

const mapping = exactly({
  name: textSchema,
  procedure: textSchema,
  content: { type: 'object', additionalProperties: true },
  updatedAt: moment,
  updatedBy: textSchema,
});

export const listImportMappings = contract({
  method: 'GET',
  path: '/importMapping',
  access,
  tags,
  summary: 'List saved column mappings',
  description:
    'Mappings of columns of CSV and Excel files to parameters of import procedures, by name. All users of the tenant share them.',
  response: { 200: list(mapping) },
});

const params = { name: { type: 'string', description: 'Up to 100 characters.' } };

export const showImportMapping = contract({
  method: 'GET',
  path: '/importMapping/:name',
  access,
  tags,
  summary: 'Show a saved column mapping',
  params,
  response: { 200: mapping },
});

const mappingBody = object({
  procedure: required(
    described(
      shown(text(LONGEST_PROCEDURE), { maxLength: LONGEST_PROCEDURE }),
      'An import procedure that creates or updates records.',
    ),
  ),
  content: required(
    described(
      json({ type: 'object', additionalProperties: true }),
      'Columns and formats of the file. Up to 65,536 characters as JSON; stored as it is.',
    ),
  ),
});
export type MappingBody = Infer<typeof mappingBody>;

export const saveImportMapping = contract({
  method: 'PUT',
  path: '/importMapping/:name',
  access,
  tags,
  summary: 'Save a column mapping',
  description: 'Creates the mapping, or replaces the one with this name. Up to 200 for each tenant.',
  params,
  body: mappingBody,
  response: { 200: mapping },
});

export const deleteImportMapping = contract({
  method: 'DELETE',
  path: '/importMapping/:name',
  access,
  tags,
  summary: 'Delete a saved column mapping',
  params,
  response: { 204: { type: 'null', description: 'Deleted.' } },
});
