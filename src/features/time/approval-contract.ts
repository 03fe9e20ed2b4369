import { timeApprovals } from '../../domain/time-approval.ts';
import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { type Infer, refined, shown } from '../../platform/contract/kind.ts';
import { object, required } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { choice, integer, list, text } from '../../platform/contract/values.ts';
import { writeHeaders } from '../../platform/http/api-schemas.ts';
import { exactly } from '../../platform/http/shapes.ts';

const module = 'timeRegistration';
const tags = ['Time registration'];

const MOST_ENTRIES = 500;
const MOST_MESSAGE = 500;
const id = () => integer(1, Number.MAX_SAFE_INTEGER);

const decideBody = refined(
  object({
    entries: required(list(object({ timeEntryId: required(id()), version: required(id()) }), MOST_ENTRIES)),
    status: required(shown(integer(4, 5), { minimum: 4, maximum: 5 })),
    message: text(MOST_MESSAGE),
  }),
  (body, position) => {
    if (body.entries.length === 0) throw position.within('entries').refuse('REQ015', 'name at least one time entry.');
    if (body.status === 5 && body.message === undefined)
      throw position.within('message').refuse('REQ015', 'a rejection needs a reason.');
    return { ...body, status: body.status === 4 ? (4 as const) : (5 as const) };
  },
);
export type DecideBody = Infer<typeof decideBody>;

export const decide = contract({
  method: 'POST',
  path: '/timeEntry/decide',
  access: 'time.approve',
  module,
  tags,
  summary: 'Approve or reject time entries',
  description: `For tenants whose team leads approve (timeApproval). Sets up to ${MOST_ENTRIES} Accepted entries to Approved (4) or Rejected (5, with a message): all or none. An entry that changed since the named version is 412. Safe to repeat.`,
  headers: writeHeaders,
  query: dryRunQuery,
  body: decideBody,
  response: { 200: { $ref: 'WriteAnswer#' } },
});

const settingsSchema = exactly({
  timeApproval: { enum: timeApprovals, description: 'Who approves time entries.' },
  reminderWeekday: {
    type: 'integer',
    description: 'Weekday on which people with missing hours get a mail: 1 Monday to 7 Sunday, 0 never.',
  },
  reminderHour: { type: 'integer', description: 'Hour of that mail in the time zone of the tenant.' },
});

export const showSettings = contract({
  method: 'GET',
  path: '/timeEntry/settings',
  access: ['time.approve', 'time.connector', 'settings.manage'],
  module,
  tags,
  summary: 'Show the settings of time registration',
  response: { 200: settingsSchema },
});

const settingsBody = object({
  timeApproval: choice(timeApprovals),
  reminderWeekday: integer(0, 7),
  reminderHour: integer(0, 23),
});
export type SettingsBody = Infer<typeof settingsBody>;

export const changeSettings = contract({
  method: 'PUT',
  path: '/timeEntry/settings',
  access: 'settings.manage',
  module,
  tags,
  summary: 'Set who approves time, and when people are reminded of missing hours',
  description:
    'A property that is omitted keeps its value. With teamLead, the service sets submitted entries to Accepted, those that are Submitting now included.',
  body: settingsBody,
  response: { 200: settingsSchema },
});
