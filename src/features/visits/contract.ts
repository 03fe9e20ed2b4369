import { LONGEST_REASON, reportedStates } from '../../domain/visit.ts';
import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer, refined, shown } from '../../platform/contract/kind.ts';
import { object, query, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { date, instant } from '../../platform/contract/times.ts';
import { between, boolean, choice, integer, list, text } from '../../platform/contract/values.ts';
import { exactly } from '../../platform/http/shapes.ts';
import { myDaySchema } from './visit-schemas.ts';

const common = { module: 'timeRegistration', tags: ['Visit'] } as const;
const access = 'time.own';
const LONGEST_EXTERNAL_ID = 100;
const LONGEST_CODE = 50;
const LONGEST_FIELD = 4000;
const MOST_FIELDS = 100;

const dayQuery = query({
  date: described(date(), 'The first day, in the time zone of the resource. Default: today.'),
  days: withDefault(described(integer(1, 7), 'How many days.'), 2, 2),
});
export type DayQuery = Infer<typeof dayQuery>;

export const showMyDay = contract({
  ...common,
  access,
  method: 'GET',
  path: '/myDay',
  summary: 'Show your visits of today and tomorrow',
  description:
    'The appointments of the resource of the user who asks, in order, with all that is needed on the way: travel, addresses, descriptions, requirements, links, fields and the state that was reported.',
  query: dayQuery,
  response: { 200: myDaySchema },
});

const appointmentId = required(integer(1, Number.MAX_SAFE_INTEGER));

const reportBody = refined(
  object({
    appointmentId,
    externalId: required(
      described(
        shown(text(LONGEST_EXTERNAL_ID), { maxLength: LONGEST_EXTERNAL_ID }),
        'Your own key of the report: a repeated one has no further effect. A session that starts gets it as its externalId.',
      ),
    ),
    state: required(choice(reportedStates)),
    at: described(instant(), 'When it happened. Default: now.'),
    plannedStart: described(
      instant(),
      'The start that you know. With notPossible, the report is refused with APP061 if the appointment was moved since.',
    ),
    reason: shown(text(LONGEST_REASON), { maxLength: LONGEST_REASON, description: 'Required with notPossible.' }),
  }),
  (sent, position) => {
    if (sent.state === 'notPossible' && sent.reason === undefined)
      throw position.within('reason').refuse('REQ015', 'state why the visit cannot be done.');
    return sent;
  },
);
export type ReportBody = Infer<typeof reportBody>;

export const reportVisit = contract({
  ...common,
  access,
  method: 'POST',
  path: '/visit',
  summary: 'Report how far one of your visits is',
  description:
    'travelling and working start a time session, done stops it and, if the tenant wants it, claims the work into a time entry. notPossible stops it, takes you off the appointment, deletes the appointment if you were alone, and notifies the planners: the task is open again. All in one transaction.',
  query: dryRunQuery,
  body: reportBody,
  response: { 200: { $ref: 'VisitAnswer#' } },
});

const fieldsBody = object({
  appointmentId,
  fields: required(
    list(
      object({
        code: required(text(LONGEST_CODE)),
        value: described(text(LONGEST_FIELD), 'Without it the value is deleted.'),
      }),
      MOST_FIELDS,
    ),
  ),
});
export type FieldsBody = Infer<typeof fieldsBody>;

export const fillFields = contract({
  ...common,
  access,
  method: 'POST',
  path: '/visit/fields',
  summary: 'Fill in the checklist of one of your visits',
  description: 'Stores values of the fields of the appointment. The service checks their types.',
  query: dryRunQuery,
  body: fieldsBody,
  response: { 200: { $ref: 'WriteAnswer#' } },
});

const settings = exactly({
  claimsVisits: { type: 'boolean', description: 'A visit that is done claims its work into a time entry.' },
});

export const showSettings = contract({
  ...common,
  access: [access, 'settings.manage'],
  method: 'GET',
  path: '/visit/settings',
  summary: 'Show the settings of visits',
  response: { 200: settings },
});

export const changeSettings = contract({
  ...common,
  access: 'settings.manage',
  method: 'PUT',
  path: '/visit/settings',
  summary: 'Change the settings of visits',
  body: object({ claimsVisits: required(boolean()) }),
  response: { 200: settings },
});

const positionBody = object({
  latitude: required(between(-90, 90)),
  longitude: required(between(-180, 180)),
});
export type PositionBody = Infer<typeof positionBody>;

export const sharePosition = contract({
  ...common,
  access,
  method: 'POST',
  path: '/visit/position',
  summary: 'Share where you are',
  description:
    'Only while a time session of yours runs (otherwise APP062). Of several positions within a minute the first is stored. A position that was shared this way is deleted after 24 hours.',
  body: positionBody,
  response: {
    200: exactly({ stored: { type: 'boolean', description: 'False if one was stored less than a minute ago.' } }),
  },
});
