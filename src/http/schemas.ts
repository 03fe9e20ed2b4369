import { sentSchema, shownSchema } from '../derive/json-schema.ts';
import {
  type EntityModel,
  facetColumns,
  model as modelNamed,
  models,
  type Procedure,
  procedures,
} from '../derive/model.ts';
import { facets } from '../entities/index.ts';
import { violationSchema } from './violation-schema.ts';

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
const newViolations = {
  type: 'object',
  properties: { count: { type: 'integer' }, first: { type: 'array', items: { $ref: 'Violation#' } } },
  required: ['count', 'first'],
};
const impact = {
  type: 'object',
  description:
    'How many records of each kind would be created, updated and deleted, and what that would do to the plan.',
  properties: {
    violations: {
      type: 'object',
      description: 'Violations that the batch would bring, with the first few.',
      properties: { overBudget: newViolations, missingRequirement: newViolations, certificateInvalid: newViolations },
      required: ['overBudget', 'missingRequirement', 'certificateInvalid'],
    },
  },
  required: ['violations'],
  additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
};

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
    ],
    additionalProperties: false,
  },
];

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
    },
    required: [...rest.required, 'task', 'resources'],
  };
}

/** A record of registered time, which shows its id under the name that the interface gives it. */
function timeRead(name: string, idName: string): Record<string, unknown> & { $id: string } {
  const model = models.get(name);
  if (!model) throw new Error(`${name} is not declared`);
  const { properties, required, ...rest } = shownSchema(model) as { properties: object; required: string[] };
  return {
    $id: `${name}Read`,
    ...rest,
    properties: { [idName]: { type: 'integer' }, ...properties },
    required: [idName, ...required],
  };
}

/** A task with what is planned for it. */
function taskRead(): Record<string, unknown> & { $id: string } {
  const { properties, required, ...rest } = shownSchema(modelNamed('Task')) as {
    properties: object;
    required: string[];
  };
  const plan = {
    budgetInSeconds: {
      type: 'integer',
      description: 'RequiredTotalDurationInSeconds and all budget entries; 0 without a budget.',
    },
    plannedInSeconds: { type: 'integer', description: 'Working time planned, of all resources together.' },
    remainingInSeconds: {
      type: ['integer', 'null'],
      description: 'Budget still to be planned, negative when it is exceeded, null without a budget.',
    },
    plannedAppointments: { type: 'integer' },
    plannedResources: { type: 'integer', description: 'Different resources.' },
    open: { type: 'boolean', description: 'Whether there is still something to plan.' },
  };
  return {
    $id: 'TaskRead',
    ...rest,
    properties: { ...properties, ...plan },
    required: [...required, ...Object.keys(plan)],
  };
}

/** The name of the schema of what reads of a record answer. */
export const readName = (model: EntityModel): string => (model.name === 'Task' ? 'TaskRead' : model.name);

/** The name of the schema of what a write route takes. */
export const bodyName = ({ facet, model, action }: Procedure): string =>
  `${facet?.name ?? model.name}${action === 'delete' || action === 'reset' ? 'Delete' : 'Write'}`;

export const allSchemas = (): (Record<string, unknown> & { $id: string })[] => [
  ...shared,
  appointmentWhole(),
  timeRead('TimeEntry', 'timeEntryId'),
  timeRead('TimeSession', 'timeSessionId'),
  taskRead(),
  violationSchema,
  ...[...models.values()].map((model) => ({ $id: model.name, ...shownSchema(model) })),
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
