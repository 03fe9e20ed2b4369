import { undoPermissions } from '../../domain/permissions.ts';
import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer, type Kind, kind, shown } from '../../platform/contract/kind.ts';
import { object, query, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { choice, commaTexts, integer, repeatedTexts, text } from '../../platform/contract/values.ts';
import { exactly } from '../../platform/http/shapes.ts';
import { tableAnswer } from '../../records/routes/lists.ts';

const tags = ['Changes'];

const LARGEST_PAGE = 10_000;
const LONGEST_WAIT_SECONDS = 60;

/** Parameters that select changes; both may be repeated. Empty lists select all changes. */
export const changeFilterFields = {
  entity: withDefault(
    { ...commaTexts(), schema: { type: 'string', description: 'Entities, separated by commas.' } },
    [],
  ),
  sourceApp: withDefault({ ...repeatedTexts(), schema: { type: 'string' } }, []),
};

const backwards = <T>(own: Kind<T>, description = ''): Kind<T> =>
  described(own, `With \`order=desc\`. ${description}`.trim());
const positive = shown(integer(1, Number.MAX_SAFE_INTEGER), { minimum: 1 });

/** Parameters that have a meaning only with `order=desc`. */
const backwardsFields = {
  before: backwards(positive, 'Changes with smaller numbers.'),
  id: backwards(positive, 'Id of the record; together with `entity`.'),
  key: backwards(text(), 'Part of the key of the record.'),
  actor: backwards(text(), 'Part of the name of the user or key that made the change.'),
  requestId: backwards(text()),
  from: backwards(instant(), 'A date, or a date and time.'),
  to: backwards(instant(), 'A date, or a date and time; exclusive.'),
};
export const backwardsNames = Object.keys(backwardsFields) as readonly (keyof typeof backwardsFields)[];

export const changesQuery = query({
  // The default is only described: a client that sends a number must not miss a change after it, others get what is kept.
  after: shown(integer(0, Number.MAX_SAFE_INTEGER), { minimum: 0, default: 0 }),
  limit: shown(integer(1, LARGEST_PAGE), { minimum: 1, maximum: LARGEST_PAGE, default: 1000 }),
  wait: withDefault(
    shown(integer(0, LONGEST_WAIT_SECONDS), { minimum: 0, maximum: LONGEST_WAIT_SECONDS, description: 'Seconds.' }),
    0,
    0,
  ),
  ...changeFilterFields,
  order: withDefault(choice(['asc', 'desc']), 'asc', 'asc'),
  ...backwardsFields,
});
export type ChangesQuery = Infer<typeof changesQuery>;

export const listChanges = contract({
  method: 'GET',
  path: '/changes',
  access: 'records.read',
  tags,
  summary: 'List changes',
  description:
    'Changes after a number, without gaps and in commit order. Send `next` of the response as `after` of the next request; a number before the oldest change in the log returns APP022 (410). With `wait` the response is delayed until something changes. With `order=desc` the newest changes come first, and `next` is the `before` of the next request, 0 at the end.',
  query: changesQuery,
  response: {
    200: {
      type: 'object',
      properties: {
        changes: { type: 'array', items: { $ref: 'Change#' } },
        next: { type: 'integer' },
        last: { type: 'integer' },
        oldest: { type: 'integer', description: 'With `order=desc`: the oldest change that is kept.' },
      },
      required: ['changes', 'next', 'last'],
    },
  },
});

const ownAction = {
  type: 'object',
  properties: {
    requestId: { type: 'string', description: 'Send it to `POST /changes/undo`.' },
    action: { type: 'string', enum: ['created', 'moved', 'updated', 'deleted'] },
    appointments: { type: 'integer', description: 'How many appointments it changed; at most 200 are counted.' },
    appointmentId: { type: ['integer', 'null'], description: 'The first of them. The values are its own.' },
    subject: { type: ['string', 'null'] },
    start: { type: ['string', 'null'], format: 'date-time' },
    end: { type: ['string', 'null'], format: 'date-time' },
    resources: { type: ['array', 'null'], items: { type: 'string' }, description: 'Null if they did not change.' },
  },
  required: ['requestId', 'action', 'appointments', 'appointmentId', 'subject', 'start', 'end', 'resources'],
};

export const listOwnActions = contract({
  method: 'GET',
  path: '/changes/own',
  access: ['plan.write', 'records.import'],
  tags,
  summary: 'List own actions that can be undone',
  description:
    'The last 20 requests of the caller that changed appointments, containers and what belongs to them, of the last day and newest first: `undo` lists those that an undo would take back, `redo` the undos that a redo would take back. Imports are left out.',
  response: {
    200: {
      type: 'object',
      properties: { undo: { type: 'array', items: ownAction }, redo: { type: 'array', items: ownAction } },
      required: ['undo', 'redo'],
    },
  },
});

const differenceQuery = query({
  from: required(described(instant(), 'The earlier moment.')),
  to: required(described(instant(), 'The later moment.')),
  format: described(choice(['json', 'csv']), 'Instead of the header Accept.'),
});
export type DifferenceQuery = Infer<typeof differenceQuery>;

const side = { type: ['object', 'null'], additionalProperties: true };

const difference = exactly({
  appointmentId: { type: 'integer' },
  appointmentNo: { type: 'string' },
  action: { type: 'string', enum: ['created', 'moved', 'updated', 'deleted'] },
  before: {
    ...side,
    description: 'The fields that differ, at the earlier moment; null if there was no such appointment.',
  },
  after: { ...side, description: 'The same at the later moment; null if the appointment was deleted.' },
  actors: { type: 'array', items: { type: 'string' }, description: 'Who changed it in between.' },
  at: { type: 'string', format: 'date-time', description: 'Of the last change in between.' },
});

export const showDifference = contract({
  method: 'GET',
  path: '/changes/difference',
  access: 'records.read',
  tags,
  summary: 'Compare the appointments of two moments',
  description:
    'What came, went, moved and changed between two moments, each with who changed it. What was changed back is left out. At most 20,000 changes; before the log begins 410 (APP022) with the oldest moment. As a table with Accept: text/csv or format=csv.',
  query: differenceQuery,
  response: { 200: tableAnswer(difference) },
});

const moment = { type: ['string', 'null'], format: 'date-time' };

export const showKept = contract({
  method: 'GET',
  path: '/changes/kept',
  access: 'records.read',
  tags,
  summary: 'Show how far back the log of changes goes',
  description:
    'The oldest and the newest change that is kept, by moment and by number. The plan can be compared from the oldest moment on. Both moments are null while the log is empty; `first` is then the number of the next change.',
  response: {
    200: exactly({
      oldest: { ...moment, description: 'Of the oldest change that is kept.' },
      newest: { ...moment, description: 'Of the newest change.' },
      now: {
        type: 'string',
        format: 'date-time',
        description: 'The present by the clock of the service: `asOf` takes no moment after it.',
      },
      first: { type: 'integer', description: 'Number of the oldest change.' },
      last: { type: 'integer', description: 'Number of the newest change.' },
    }),
  },
});

/** What an undo needs depends on the record. A caller without any of these may write nothing at all. */
const access = undoPermissions;
const response = { 200: { $ref: 'WriteAnswer#' } };

export const undoChange = contract({
  method: 'POST',
  path: '/changes/:number/undo',
  access,
  tags,
  summary: 'Undo one change',
  description:
    'Restores the previous values as new changes. The undo of a delete also restores the records that were deleted with it. Refused (APP018, with `conflicts`) if later changes conflict.',
  params: { number: { type: 'integer', minimum: 1 } },
  query: dryRunQuery,
  response,
});

/** Any text: an id that no request can have is an unknown one. */
const requestId: Kind<string> = kind(
  { type: 'string', description: 'X-Request-Id of the response, `requestId` of its changes.' },
  (value, position) => {
    if (typeof value !== 'string') throw position.refuse('REQ007', 'must be a text.');
    return value || undefined;
  },
);
export const undoBody = object({ requestId }, { required: ['requestId'] });

export const undoRequest = contract({
  method: 'POST',
  path: '/changes/undo',
  access,
  tags,
  summary: 'Undo all changes of a request',
  description: 'For example a whole import. All or nothing; `conflicts` lists every reason for a refusal.',
  query: dryRunQuery,
  body: undoBody,
  response,
});
