import { timePermissions } from '../../domain/permissions.ts';
import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer } from '../../platform/contract/kind.ts';
import { object, query, required } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { date, instant } from '../../platform/contract/times.ts';
import { choice, integer, text } from '../../platform/contract/values.ts';
import { exactly, list, moment, nullableText, text as shownText, whole } from '../../platform/http/shapes.ts';
import { tableAnswer } from '../../records/routes/lists.ts';

const tags = ['Absence'];
const access = timePermissions;
const params = { externalId: shownText };

const team = described(text(), 'Code or name of a team.');

const listQuery = query({
  start: described(date(), 'Absences that end on this date or later.'),
  end: described(date(), 'Absences that begin before this date.'),
  resourceNo: text(),
  team,
  status: described(integer(0, 4), '0 requested, 1 approved, 2 rejected, 3 withdrawn, 4 cancelled.'),
  kind: described(integer(0, 3), '0 vacation, 1 sickness, 2 training, 3 other.'),
  changedSince: described(instant(), 'Absences that were created or changed at this moment or later.'),
});
export type ListQuery = Infer<typeof listQuery>;

export const listAbsences = contract({
  method: 'GET',
  path: '/absence',
  access,
  tags,
  summary: 'List absences',
  description:
    'Ordered by first day. With the permission time.own: the absences of your own resource. With time.approve or time.connector: of all resources that you see.',
  query: listQuery,
  response: { 200: tableAnswer({ $ref: 'AbsenceRead#' }) },
});

export const showAbsence = contract({
  method: 'GET',
  path: '/absence/:externalId',
  access,
  tags,
  summary: 'Show an absence',
  params,
  response: { 200: { $ref: 'AbsenceRead#' } },
});

export const listAppointments = contract({
  method: 'GET',
  path: '/absence/:externalId/appointments',
  access,
  tags,
  summary: 'List the appointments within an absence',
  description:
    'What the resource is planned for while it is absent, at most 200. Appointments that your data filters hide show their time only.',
  params,
  response: {
    200: list(
      exactly({
        appointmentId: { type: ['integer', 'null'] },
        appointmentNo: nullableText,
        subject: nullableText,
        start: moment,
        end: moment,
      }),
    ),
  },
});

const LONGEST_COMMENT = 500;
const decisionBody = object({
  status: required(choice(['approved', 'rejected', 'withdrawn', 'cancelled'])),
  comment: described(text(LONGEST_COMMENT), 'Required to reject.'),
});
export type DecisionBody = Infer<typeof decisionBody>;

export const decide = contract({
  method: 'POST',
  path: '/absence/:externalId/decision',
  access,
  tags,
  summary: 'Approve, reject, withdraw or cancel an absence',
  description:
    'A worker withdraws a request and cancels an approved absence that has not begun. Who has the permission time.approve decides on absences of others; administrators also on their own.',
  params,
  query: dryRunQuery,
  body: decisionBody,
  response: { 200: { $ref: 'WriteAnswer#' } },
});

const overviewQuery = query({ year: required(integer(2000, 2100)), team, resourceNo: text() });
export type OverviewQuery = Infer<typeof overviewQuery>;

const days = { type: 'number', minimum: 0 };
const counts = exactly({ vacation: days, sickness: days, training: days, other: days });

export const showOverview = contract({
  method: 'GET',
  path: '/absence/overview',
  access,
  tags,
  summary: 'Count absent days by resource and kind in a year',
  description:
    'Working days, with halves: days without working time in the calendar do not count. Resources that are not shown on the board are left out. At most 1,000 resources, in the order of their team and name.',
  query: overviewQuery,
  response: {
    200: exactly({
      year: whole,
      total: { ...whole, description: 'Resources, also where more than 1,000 match.' },
      resources: list(
        exactly({
          resourceNo: shownText,
          name: shownText,
          teamCode: nullableText,
          teamName: nullableText,
          approved: counts,
          requested: counts,
          absences: list({ $ref: 'AbsenceRead#' }),
        }),
      ),
    }),
  },
});
