import { includesOf } from '../derive/includes.ts';
import { sentSchema, shownSchema } from '../derive/json-schema.ts';
import { facetColumns, model as modelNamed, models, type Procedure, procedures } from '../derive/model.ts';
import { facets } from '../entities/index.ts';

/** Shared parts of the API description. Bodies are checked by the declarations themselves, these are for readers and for the tests. */
export const writeHeaders = {
  type: 'object',
  properties: {
    prefer: { type: 'string', description: 'handling=lenient or handling=strict' },
    'idempotency-key': {
      type: 'string',
      maxLength: 255,
      description: 'The same key and request within 24 hours gives the first answer again.',
    },
    'if-match': { type: 'string', description: 'ETag of the record; with one record only.' },
  },
};

/** An undo is all or nothing and names no version. */
export const undoHeaders = {
  type: 'object',
  properties: { 'idempotency-key': writeHeaders.properties['idempotency-key'] },
};

export const writeQuery = {
  type: 'object',
  properties: { dryRun: { type: 'boolean', description: 'Do everything, store nothing, and tell the impact.' } },
};

export const listQuery = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1 },
    limit: { type: 'integer', minimum: 0, maximum: 10_000, description: 'Records a page; all records without it.' },
    sort: {
      type: 'string',
      description: 'property:asc|desc, several separated by commas; or [{"property", "direction"}].',
    },
    filter: {
      type: 'string',
      description: '[{"property", "operator", "value"}]. Any property can also be a query parameter of its own.',
    },
  },
};

export const oneOrMany = (ref: string) => ({ oneOf: [{ $ref: ref }, { type: 'array', items: { $ref: ref } }] });

const failure = (description: string) => ({ description, $ref: 'Failure#' });
export const failures = {
  '4xx': failure('The request is refused.'),
  '5xx': failure('Our fault; nothing was stored.'),
};

const nullableText = { type: ['string', 'null'] };
const callResult = {
  type: 'object',
  properties: {
    index: { type: 'integer' },
    procedure: { type: 'string' },
    outcome: { enum: ['created', 'updated', 'unchanged', 'deleted', 'ignored', 'rejected'] },
    key: { type: 'string' },
    id: { type: 'integer' },
    version: { type: 'integer' },
    code: { type: 'string' },
    parameter: { type: 'string' },
    message: { type: 'string' },
    undoes: { type: 'integer', description: 'The change that was undone.' },
  },
  required: ['index', 'procedure', 'outcome'],
  additionalProperties: false,
};
const counts = {
  type: 'object',
  properties: Object.fromEntries(
    ['created', 'updated', 'unchanged', 'deleted', 'ignored', 'rejected'].map((outcome) => [
      outcome,
      { type: 'integer' },
    ]),
  ),
  required: ['created', 'updated', 'unchanged', 'deleted', 'ignored', 'rejected'],
};
const warning = {
  type: 'object',
  properties: {
    index: { type: 'integer' },
    procedure: { type: 'string' },
    parameter: { type: 'string' },
    message: { type: 'string' },
  },
  required: ['index', 'message'],
};
const conflict = {
  type: 'object',
  properties: {
    number: { type: 'integer', description: 'The change that cannot be undone.' },
    entity: { type: 'string' },
    key: { type: 'string' },
    reason: { type: 'string' },
    by: {
      type: ['object', 'null'],
      description: 'The change that stands in the way, where one does.',
      properties: {
        number: { type: 'integer' },
        actor: { type: 'string' },
        at: { type: 'string', format: 'date-time' },
      },
      required: ['number', 'actor', 'at'],
    },
  },
  required: ['number', 'entity', 'key', 'reason', 'by'],
  additionalProperties: false,
};
const impact = { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } } };

const shared = [
  {
    $id: 'ImportCall',
    type: 'object',
    properties: {
      StoredProcedureName: { type: 'string', examples: ['mboc_upsertJob'] },
      ParameterNames: { type: 'array', items: { type: 'string' } },
      ParameterValues: { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } },
    },
  },
  {
    $id: 'WriteAnswer',
    type: 'object',
    properties: {
      content: { type: 'string', description: 'The same as JSON text, for client libraries that expect it.' },
      contentType: { type: 'string' },
      statusCode: { type: 'integer' },
      success: { type: 'boolean' },
      message: nullableText,
      status: { type: 'integer' },
      phrase: { type: 'string' },
      appointments: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'integer' }, guid: { type: 'string' } },
          required: ['id', 'guid'],
        },
      },
      results: { type: 'array', items: callResult },
      counts,
      warnings: { type: 'array', items: warning },
      changes: { type: ['integer', 'null'], description: 'The last change number that this write made.' },
      impact,
    },
    required: [
      'content',
      'contentType',
      'statusCode',
      'success',
      'message',
      'status',
      'phrase',
      'appointments',
      'results',
      'counts',
      'warnings',
      'changes',
    ],
    additionalProperties: false,
  },
  {
    $id: 'Failure',
    type: 'object',
    properties: {
      Error: { type: 'string' },
      Description: { type: 'string' },
      Code: { type: 'string' },
      Link: { type: 'string' },
      content: { type: 'string' },
      contentType: { type: 'string' },
      statusCode: { type: 'integer' },
      success: { const: false },
      message: { type: 'string' },
      status: { type: 'integer' },
      phrase: { type: 'string' },
      requestId: { type: 'string' },
      parameter: { type: 'string' },
      results: { type: 'array', items: callResult },
      counts,
      warnings: { type: 'array', items: warning },
      impact,
      candidates: { type: 'array', items: { type: 'object' } },
      current: { type: 'object' },
      conflicts: { type: 'array', items: conflict },
    },
    required: [
      'Error',
      'Description',
      'Code',
      'Link',
      'content',
      'contentType',
      'statusCode',
      'success',
      'message',
      'status',
      'phrase',
      'requestId',
    ],
    additionalProperties: false,
  },
  {
    $id: 'Change',
    type: 'object',
    properties: {
      number: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
      actor: { type: 'string' },
      origin: { enum: ['import', 'rest', 'ui', 'optimizer', 'setup', 'system'] },
      requestId: { type: 'string' },
      entity: { type: 'string' },
      id: { type: 'integer' },
      key: { type: 'string' },
      sourceApp: nullableText,
      action: { enum: ['created', 'updated', 'deleted'] },
      version: { type: 'integer' },
      sentFromBackOffice: { type: 'boolean' },
      before: { type: ['object', 'null'] },
      after: { type: ['object', 'null'] },
      undoes: {
        type: ['array', 'null'],
        items: { type: 'integer' },
        description: 'Numbers of earlier changes of the record that this one took back.',
      },
    },
    required: [
      'number',
      'at',
      'actor',
      'origin',
      'requestId',
      'entity',
      'id',
      'key',
      'action',
      'version',
      'before',
      'after',
      'undoes',
    ],
    additionalProperties: false,
  },
];

const listOf = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
});

/** An appointment with what it belongs to. */
function appointmentWhole(): Record<string, unknown> & { $id: string } {
  const appointment = models.get('Appointment');
  if (!appointment) throw new Error('appointments are not declared');
  const { properties, ...rest } = shownSchema(appointment) as {
    properties: Record<string, unknown>;
    required: string[];
  };
  const named = { type: ['object', 'null'], properties: { name: { type: 'string' } }, required: ['name'] };
  return {
    $id: 'AppointmentWhole',
    ...rest,
    properties: {
      ...properties,
      category: named,
      timeMarker: named,
      task: {
        type: 'object',
        properties: { taskNo: { type: 'string' }, job: { oneOf: [{ $ref: 'Job#' }, { type: 'null' }] } },
        required: ['taskNo', 'job'],
        description: 'All properties of a Task, and its job.',
      },
      resources: { type: 'array', items: { $ref: 'Resource#' } },
      uris: listOf({ uri: { type: 'string' }, description: nullableText }),
      fieldValues: listOf({
        fieldCode: { type: 'string' },
        fieldValue: { type: 'string' },
        caption: nullableText,
        type: { type: ['integer', 'null'] },
      }),
      containers: listOf({ name: { type: 'string' }, handleDate: nullableText, handleLocked: { type: 'boolean' } }),
      notifications: listOf({
        id: { type: 'integer' },
        type: { type: 'integer' },
        code: nullableText,
        text: nullableText,
        date: { type: 'string', format: 'date-time' },
      }),
    },
    required: [...rest.required, 'task', 'resources', 'uris', 'fieldValues', 'containers', 'notifications'],
  };
}

/** The name of the schema of what a read shows: with what can be included, where something can. */
export const readName = (entity: string): string => (includesOf(entity).length === 0 ? entity : `${entity}Read`);

function withIncludes(entity: string): Record<string, unknown> & { $id: string } {
  const { properties, ...rest } = shownSchema(modelNamed(entity)) as { properties: object; required: string[] };
  const included = includesOf(entity).map(({ name, child }) => [
    name,
    { type: 'array', items: { $ref: `${child.name}#` }, description: `With include=${name}.` },
  ]);
  return { $id: readName(entity), ...rest, properties: { ...properties, ...Object.fromEntries(included) } };
}

export const listQueryOf = (entity: string) => {
  const names = includesOf(entity).map(({ name }) => name);
  if (names.length === 0) return listQuery;
  const include = { type: 'string', description: `One or more of ${names.join(', ')}, separated by commas.` };
  return { ...listQuery, properties: { ...listQuery.properties, include } };
};

/** A record of registered time, which shows its id under the name that the interface gives it. */
function timeRead(
  name: string,
  idName: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> & { $id: string } {
  const model = models.get(name);
  if (!model) throw new Error(`${name} is not declared`);
  const { properties, required, ...rest } = shownSchema(model) as { properties: object; required: string[] };
  return {
    $id: `${name}Read`,
    ...rest,
    properties: { [idName]: { type: 'integer' }, ...properties, ...more },
    required: [idName, ...required, ...Object.keys(more)],
  };
}

/** The name of the schema of what a write route takes. */
export const bodyName = ({ facet, model, action }: Procedure): string =>
  `${facet?.name ?? model.name}${action === 'delete' || action === 'reset' ? 'Delete' : 'Write'}`;

/** The answer of a write that also shows records. */
function writeAnswerWith(name: string, more: Record<string, unknown>): Record<string, unknown> & { $id: string } {
  const plain = shared.find(({ $id }) => $id === 'WriteAnswer');
  if (!plain) throw new Error('the answer of a write is not described');
  return {
    ...plain,
    $id: name,
    properties: { ...plain.properties, ...more },
    required: [...(plain.required ?? []), ...Object.keys(more)],
  };
}

const claimedEntry = () => {
  const entry = timeRead('TimeEntry', 'timeEntryId', {
    sessions: { type: 'array', items: { $ref: 'TimeSessionRead#' }, description: 'What the entry claims.' },
  });
  return { ...entry, $id: 'ClaimedTimeEntry' };
};

export const allSchemas = (): (Record<string, unknown> & { $id: string })[] => [
  ...shared,
  appointmentWhole(),
  timeRead('TimeEntry', 'timeEntryId'),
  timeRead('TimeSession', 'timeSessionId', {
    overlaps: { type: 'boolean', description: 'The session shares time with another one of its resource.' },
  }),
  claimedEntry(),
  writeAnswerWith('ClaimAnswer', { entries: { type: 'array', items: { $ref: 'ClaimedTimeEntry#' } } }),
  writeAnswerWith('ClockAnswer', { sessions: { type: 'array', items: { $ref: 'TimeSessionRead#' } } }),
  ...[...models.values()].map((model) => ({ $id: model.name, ...shownSchema(model) })),
  ...[...models.keys()].filter((name) => readName(name) !== name).map(withIncludes),
  ...facets
    .filter(({ listed }) => listed)
    .map((facet) => ({ $id: facet.name, ...shownSchema(modelNamed(facet.of), facetColumns(facet)) })),
  ...procedures
    .filter(({ action }) => action !== 'clear')
    .map((procedure) => ({
      $id: bodyName(procedure),
      ...sentSchema(procedure),
    })),
];

/** The properties of a described record, in their order. */
export function columnsOf(name: string): string[] {
  const schema = allSchemas().find(({ $id }) => $id === name) as { properties?: object } | undefined;
  return Object.keys(schema?.properties ?? {});
}
