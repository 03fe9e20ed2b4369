import { jobSchema } from './features/jobs/job-schema.ts';
import { messageSchema } from './features/live/message-schema.ts';
import { applyAnswer, runSchema } from './features/optimization/optimization-schemas.ts';
import { violationSchema } from './features/planning/violation-schema.ts';
import { seriesAnswer, seriesEndAnswer } from './features/series/series-schemas.ts';
import { setupPackageAnswer } from './features/setup/setup-schemas.ts';
import { holdSchema, slotSchema } from './features/slots/recommendation-schemas.ts';
import { idempotencyKey } from './platform/http/idempotency-key.ts';
import { nullableText } from './platform/http/shapes.ts';
import { includesOf } from './records/derive/includes.ts';
import { sentSchema, shownSchema } from './records/derive/json-schema.ts';
import {
  type EntityModel,
  facetColumns,
  model as modelNamed,
  models,
  type Procedure,
  procedures,
} from './records/derive/model.ts';
import { facets } from './records/entities/index.ts';
import { answerSchemas } from './records/routes/answer-schemas.ts';

/** Shared parts of the API description. Bodies are checked by the declarations themselves, these are for readers and for the tests. */
export const writeHeaders = {
  type: 'object',
  properties: {
    prefer: { type: 'string', description: 'handling=lenient or handling=strict' },
    'idempotency-key': idempotencyKey,
    'if-match': { type: 'string', description: 'ETag of the record; with one record only.' },
  },
};

/** In the body as a header in front of it, for lists: each record with the version that was seen of it. */
const ifMatch = {
  type: 'integer',
  minimum: 1,
  description: 'The version that you saw. Is the record at another one, nothing of the request is stored.',
};

const ifMatchOf = ({ entity, references }: EntityModel): object => {
  const whole = references.find(({ name }) => name === entity.versionedBy)?.target.name.toLowerCase();
  return whole
    ? { ...ifMatch, description: `The version of the ${whole} that you saw: the record is a part of it.` }
    : ifMatch;
};

/** Of a write that is all or nothing and names no version. */
export const undoHeaders = {
  type: 'object',
  properties: { 'idempotency-key': idempotencyKey },
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
  '5xx': failure('Our fault. With `outcome: "unknown"` the request may be stored.'),
};

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
      backOffice: {
        enum: ['sent', 'received', 'processed', 'refused', null],
        description:
          'How far the newest change is on its way into the back office; null where no connector is told of it.',
      },
      backOfficeMessage: nullableText,
      backOfficeAt: { type: ['string', 'null'], format: 'date-time' },
    },
    required: [
      ...rest.required,
      'task',
      'resources',
      'uris',
      'fieldValues',
      'containers',
      'notifications',
      'backOffice',
      'backOfficeMessage',
      'backOfficeAt',
    ],
  };
}

/** The name of the schema of what a read shows: with what can be included or is shown beside the record, where something is. */
export const readName = (entity: string): string =>
  includesOf(entity).length === 0 && !(entity in besides) ? entity : `${entity}Read`;

/** What reads of tasks tell of the plan. */
const taskPlan = {
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

/** What reads of users tell of their sign-in. */
const userState = {
  state: {
    enum: ['active', 'invited', 'expired', 'none'],
    description:
      'active: can sign in with a password; invited: a link was mailed and not used yet; expired: the link is too old; none: no link was mailed.',
  },
};

const besides: Readonly<Record<string, object>> = { Task: taskPlan, User: userState };

function withIncludes(entity: string): Record<string, unknown> & { $id: string } {
  const plain = shownSchema(modelNamed(entity)) as { properties: object; required: string[] };
  const plan = besides[entity] ?? {};
  const properties = { ...plain.properties, ...plan };
  const rest = { ...plain, required: [...plain.required, ...Object.keys(plan)] };
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
  const plain = answerSchemas.find(({ $id }) => $id === 'WriteAnswer');
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
  { $id: 'Slot', ...slotSchema },
  { $id: 'SlotHold', ...holdSchema },
  ...answerSchemas,
  appointmentWhole(),
  timeRead('TimeEntry', 'timeEntryId'),
  timeRead('TimeSession', 'timeSessionId', {
    overlaps: { type: 'boolean', description: 'The session shares time with another one of its resource.' },
  }),
  claimedEntry(),
  writeAnswerWith('ClaimAnswer', { entries: { type: 'array', items: { $ref: 'ClaimedTimeEntry#' } } }),
  writeAnswerWith('ClockAnswer', { sessions: { type: 'array', items: { $ref: 'TimeSessionRead#' } } }),
  writeAnswerWith('SeriesAnswer', seriesAnswer),
  writeAnswerWith('SeriesEndAnswer', seriesEndAnswer),
  writeAnswerWith('ApplyAnswer', applyAnswer),
  runSchema,
  messageSchema,
  writeAnswerWith('MessageAnswer', {
    receivers: { type: 'integer', description: 'Open streams that the pop-up went to, on all nodes.' },
  }),
  violationSchema,
  jobSchema,
  setupPackageAnswer,
  ...[...models.values()].map((model) => ({ $id: model.name, ...shownSchema(model) })),
  ...[...models.keys()].filter((name) => readName(name) !== name).map(withIncludes),
  ...facets
    .filter(({ listed }) => listed)
    .map((facet) => ({ $id: facet.name, ...shownSchema(modelNamed(facet.of), facetColumns(facet)) })),
  ...procedures
    .filter(({ action }) => action !== 'clear')
    .map((procedure) => {
      const schema = sentSchema(procedure);
      const properties = { ...(schema['properties'] as object), ifMatch: ifMatchOf(procedure.model) };
      return { $id: bodyName(procedure), ...schema, properties };
    }),
];

/** The properties of a described record, in their order. */
export function columnsOf(name: string): string[] {
  const schema = allSchemas().find(({ $id }) => $id === name) as { properties?: object } | undefined;
  return Object.keys(schema?.properties ?? {});
}
