import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer, refined, shown } from '../../platform/contract/kind.ts';
import { object, query, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { boolean, integer, list as listOf, text } from '../../platform/contract/values.ts';
import { checkWindow } from '../../platform/contract/window.ts';
import { exactly, list, moment, nullableText, text as textSchema, texts, whole } from '../../platform/http/shapes.ts';
import { messageParameters, reasonCode } from '../../records/routes/answer-schemas.ts';

const tags = ['Drafts'];
const access = 'plan.write';
const LONGEST_NAME = 100;
const params = { id: { type: 'integer', minimum: 1 } };

const draft = exactly({
  id: whole,
  name: textSchema,
  owner: { ...textSchema, description: 'Who made it, as in the change log.' },
  own: { type: 'boolean', description: 'Whether the caller made it.' },
  shared: { type: 'boolean', description: 'Everybody who may plan sees it, and may change and publish it.' },
  records: { ...whole, description: 'How many records it changes, parts of appointments included.' },
  createdAt: moment,
  usedAt: moment,
  expiresAt: { ...moment, description: 'Drafts that are not used for 30 days are deleted.' },
});

export const listDrafts = contract({
  method: 'GET',
  path: '/drafts',
  access,
  tags,
  summary: 'List drafts',
  description: 'Own drafts, and those that others share. The one that was used last comes first.',
  response: { 200: list(draft) },
});

const name = shown(text(LONGEST_NAME), { minLength: 1, maxLength: LONGEST_NAME });

const draftBody = object({
  name: required(name),
  shared: withDefault(described(boolean(), 'Share it with everybody who may plan.'), false, false),
});
export type DraftBody = Infer<typeof draftBody>;

export const createDraft = contract({
  method: 'POST',
  path: '/drafts',
  access,
  tags,
  summary: 'Create a draft',
  description:
    'A draft is a set of changes of appointments that are not part of the plan. To read and write in it, send its id as `X-Draft` or `?draft=` with the requests that describe this parameter. Nothing of it leaves the service before it is published.',
  body: draftBody,
  response: { 201: draft },
});

const changeBody = object({ name, shared: boolean() });
export type DraftChangeBody = Infer<typeof changeBody>;

export const changeDraft = contract({
  method: 'PATCH',
  path: '/drafts/:id',
  access,
  tags,
  summary: 'Rename or share a draft',
  params,
  body: changeBody,
  response: { 200: draft },
});

export const deleteDraft = contract({
  method: 'DELETE',
  path: '/drafts/:id',
  access,
  tags,
  summary: 'Delete a draft',
  description: 'Its changes are lost. The plan stays as it is.',
  params,
  response: { 204: { type: 'null', description: 'Deleted.' } },
});

const side = {
  type: ['object', 'null'],
  properties: { start: moment, end: moment, resources: texts, subject: nullableText },
  required: ['start', 'end', 'resources', 'subject'],
  additionalProperties: false,
  description: 'Null where the appointment does not exist, or is hidden.',
};

const by = {
  type: ['object', 'null'],
  properties: { number: whole, actor: textSchema, at: moment },
  required: ['number', 'actor', 'at'],
  additionalProperties: false,
};

/** A change of a draft that the plan of now contradicts. */
export const conflictSchema = {
  $id: 'DraftConflict',
  ...exactly({
    appointmentId: { type: ['integer', 'null'] },
    entity: textSchema,
    key: textSchema,
    reason: textSchema,
    code: reasonCode,
    parameters: messageParameters,
    by: { ...by, description: 'The change of the plan that contradicts the draft.' },
    draft: { type: ['object', 'null'], additionalProperties: true, description: 'The fields as the draft has them.' },
    present: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The same fields in the plan of now.',
    },
  }),
};
const conflict = { $ref: 'DraftConflict#' };

const figures = exactly({
  appointments: whole,
  tasks: { ...whole, description: 'Tasks with an appointment in the window.' },
  resources: { ...whole, description: 'Resources with an appointment in the window.' },
  plannedHours: { type: 'number', description: 'Working time of all appointments and resources.' },
  travelMinutes: whole,
  travelKm: { type: 'number', description: 'Straight lines between the stops; roads are longer.' },
  overtime: { ...whole, description: 'Violations of the rule outsideWorkingTime.' },
  late: { ...whole, description: 'Violations of the rules pastDeadline and outsideAllowed.' },
  violations: whole,
});

const LONGEST_WINDOW_DAYS = 366;

const compareQuery = refined(
  query({
    start: described(instant(), 'Beginning of the window, with `end`; default: all days that the draft changes.'),
    end: instant(),
  }),
  ({ start, end }, position) => {
    if ((start === undefined) !== (end === undefined))
      throw position.refuse('REQ008', 'start and end can only be sent together.');
    if (start === undefined || end === undefined) return { window: undefined };
    checkWindow(start, end, LONGEST_WINDOW_DAYS);
    return { window: { start, end } };
  },
);
export type CompareQuery = Infer<typeof compareQuery>;

export const compareDraft = contract({
  method: 'GET',
  path: '/drafts/:id/compare',
  access,
  tags,
  summary: 'Compare a draft with the plan',
  description:
    'Figures of both for a window, the appointments that differ, and the conflicts that publishing would have.',
  params,
  query: compareQuery,
  response: {
    200: exactly({
      start: { type: ['string', 'null'], format: 'date-time' },
      end: { type: ['string', 'null'], format: 'date-time' },
      figures: exactly({ present: figures, draft: figures }),
      changes: list(
        exactly({
          id: { ...whole, description: 'Id of the appointment; publish takes a list of them.' },
          appointmentNo: nullableText,
          action: { type: 'string', enum: ['created', 'moved', 'updated', 'deleted'] },
          present: side,
          draft: side,
          fields: { ...texts, description: 'Names of the fields that differ.' },
          conflicts: list(conflict),
        }),
      ),
      hidden: { ...whole, description: 'Changed appointments that the data filters of the caller hide.' },
    }),
  },
});

const MOST_CHOSEN = 10_000;

const publishBody = object({
  changes: described(
    listOf(integer(1, Number.MAX_SAFE_INTEGER), MOST_CHOSEN),
    'Ids of appointments: only their changes are published; default: all.',
  ),
});
export type PublishBody = Infer<typeof publishBody>;

export const publishDraft = contract({
  method: 'POST',
  path: '/drafts/:id/publish',
  access,
  tags,
  summary: 'Publish a draft',
  description:
    'Writes the changes of the draft into the plan, all of them or none, as one request that can be undone with `POST /changes/undo`. What changed in the plan since is never overwritten: the request is refused (APP081), and `conflicts` shows both sides. A draft without changes left is deleted. A person needs the permission plan.write, an API key also the permission publish.',
  params,
  query: dryRunQuery,
  body: publishBody,
  bodyIsOptional: true,
  response: { 200: { $ref: 'WriteAnswer#' } },
});

const revertBody = object({ changes: required(listOf(integer(1, Number.MAX_SAFE_INTEGER), MOST_CHOSEN)) });

export const revertInDraft = contract({
  method: 'POST',
  path: '/drafts/:id/revert',
  access,
  tags,
  summary: 'Take changes out of a draft',
  description: 'The appointments with these ids are in the draft as they are in the plan again.',
  params,
  body: revertBody,
  response: { 200: draft },
});
