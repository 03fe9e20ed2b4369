import { described } from '../../platform/contract/kind.ts';
import { query } from '../../platform/contract/object.ts';
import { boolean, text } from '../../platform/contract/values.ts';
import { listParameters } from '../contract/list-parameters.ts';
import { includesOf } from '../derive/includes.ts';
import { choiceSchema, sentSchema, shownSchema } from '../derive/json-schema.ts';
import {
  type EntityModel,
  facetColumns,
  model as modelNamed,
  models,
  type Procedure,
  procedures,
} from '../derive/model.ts';
import { isPart } from '../derive/parts.ts';
import { facets } from '../entities/index.ts';
import type { RecordExtensions } from '../extensions.ts';
import { searchParameterOf } from '../reading/list-search.ts';
import { pendingProperties } from '../reading/pending-list.ts';
import { answerSchemas } from './answer-schemas.ts';

type Reads = RecordExtensions['reads'];

/** A named part of the API description. */
export type NamedSchema = Record<string, unknown> & { $id: string };

/** In the body as a header in front of it, for lists: each record with the version that was seen of it. */
const ifMatch = {
  type: 'integer',
  minimum: 1,
  description: 'The expected version. If the record has another version, nothing of the request is stored.',
};

const ifMatchOf = ({ entity, references }: EntityModel): object => {
  const whole = references.find(({ name }) => name === entity.versionedBy)?.target.name.toLowerCase();
  return whole
    ? { ...ifMatch, description: `The expected version of the ${whole} that the record is a part of.` }
    : ifMatch;
};

/** The name of the schema of what a read shows: with what can be included or is shown beside the record, where something is. */
export const readName = (entity: string, reads: Reads): string =>
  includesOf(entity).length === 0 && !(entity in reads) && modelNamed(entity).entity.choosesBy === undefined
    ? entity
    : `${entity}Read`;

function withIncludes(entity: string, reads: Reads): NamedSchema {
  const further = reads[entity]?.properties ?? {};
  const plain = shownSchema(modelNamed(entity)) as { properties: object; required: string[] };
  const properties = { ...plain.properties, ...further };
  const rest = { ...plain, required: [...plain.required, ...Object.keys(further)] };
  const included = includesOf(entity).map(({ name, child }) => [
    name,
    { type: 'array', items: { $ref: `${child.name}#` }, description: `With include=${name}.` },
  ]);
  return {
    $id: readName(entity, reads),
    ...rest,
    properties: { ...properties, ...choiceSchema(modelNamed(entity)), ...Object.fromEntries(included) },
  };
}

/** A list of parts can show those that wait for their record, too. */
function readSchema(model: EntityModel): Record<string, unknown> {
  const plain = shownSchema(model);
  return isPart(model)
    ? { ...plain, properties: { ...(plain['properties'] as object), ...pendingProperties } }
    : { ...plain };
}

const pendingParameter = described(
  boolean(),
  'Shows the parts that wait for their record, instead of the stored ones.',
);

export const listQueryOf = (entity: string) => {
  const names = includesOf(entity).map(({ name }) => name);
  if (isPart(modelNamed(entity))) return query({ ...listParameters, pending: pendingParameter }).schema;
  const search = searchParameterOf(entity);
  if (names.length === 0) return query({ ...listParameters, ...search }).schema;
  const include = described(text(), `One or more of ${names.join(', ')}, separated by commas.`);
  return query({ ...listParameters, ...search, include }).schema;
};

/** The name of the schema of what a write route takes. */
export const bodyName = ({ facet, model, action }: Procedure): string =>
  `${facet?.name ?? model.name}${action === 'delete' || action === 'reset' ? 'Delete' : 'Write'}`;

/** The answer of a write that also shows records. */
export function writeAnswerWith(name: string, more: Record<string, unknown>): NamedSchema {
  const plain = answerSchemas.find(({ $id }) => $id === 'WriteAnswer');
  if (!plain) throw new Error('the answer of a write is not described');
  return {
    ...plain,
    $id: name,
    properties: { ...plain.properties, ...more },
    required: [...(plain.required ?? []), ...Object.keys(more)],
  };
}

/** All declared records: what reads show (with the properties that features add), what writes take, and the responses that they share. */
export const recordSchemas = (reads: Reads): NamedSchema[] => [
  ...answerSchemas,
  ...[...models.values()].map((model) => ({ $id: model.name, ...readSchema(model) })),
  ...[...models.keys()].filter((name) => readName(name, reads) !== name).map((name) => withIncludes(name, reads)),
  ...facets
    .filter(({ listed }) => listed)
    .map((facet) => ({ $id: facet.name, ...shownSchema(modelNamed(facet.of), facetColumns(facet)) })),
  ...procedures
    .filter(({ action }) => action !== 'clear')
    .map((procedure) => {
      const schema = sentSchema(procedure);
      return {
        $id: bodyName(procedure),
        ...schema,
        properties: { ...(schema['properties'] as object), ifMatch: ifMatchOf(procedure.model) },
      };
    }),
];
