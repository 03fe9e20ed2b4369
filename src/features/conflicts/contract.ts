import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer } from '../../platform/contract/kind.ts';
import { object, required } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { text } from '../../platform/contract/values.ts';
import { undoHeaders } from '../../platform/http/api-schemas.ts';
import { exactly, list, moment, nullableText, text as shownText, whole } from '../../platform/http/shapes.ts';
import { waiverSchema } from '../planning/violation-schema.ts';

const tags = ['Appointment'];
const access = 'plan.write';
const LONGEST_REASON = 500;

const params = { id: { ...shownText, description: '`id` of the violation.' } };

const fix = exactly({
  type: {
    enum: ['resource', 'time', 'extendDay'],
    description:
      'resource: another resource at the same time; time: the same resources at another time (both with POST /appointment); extendDay: more working time for the resource on that day (POST /extendedDay).',
  },
  appointmentId: whole,
  version: { ...whole, description: 'Send it as `ifMatch`.' },
  start: moment,
  end: moment,
  resources: { ...list(shownText), description: 'All resources of the appointment after the fix.' },
  resourceNo: { ...nullableText, description: 'The resource that the fix is about.' },
  resourceName: nullableText,
  travelMinutes: { ...whole, description: 'Extra travel time.' },
});

export const findFixes = contract({
  method: 'GET',
  path: '/violations/:id/fixes',
  access,
  tags,
  summary: 'Find fixes of a violation',
  description:
    'At most five changes, each tried and rolled back: it removes the violation and adds none. Empty for a violation without an appointment that can be moved.',
  params,
  response: {
    200: exactly({
      fixes: list(fix),
      reason: {
        enum: [null, 'noAppointment', 'locked', 'over'],
        description: 'Why no fix was looked for: there is no appointment to move, it is locked, or it has begun.',
      },
    }),
  },
});

const waiverBody = object({
  reason: required(described(text(LONGEST_REASON), 'Why the conflict is accepted.')),
  until: required(described(instant(), 'When it counts again; at most 366 days ahead.')),
});
export type WaiverBody = Infer<typeof waiverBody>;

export const acceptViolation = contract({
  method: 'POST',
  path: '/violations/:id/waiver',
  access,
  tags,
  summary: 'Accept a violation',
  description:
    'It stays in `GET /violations` with its `waiver` and no longer marks appointments. The waiver ends at `until`, and when the conflict changes: other times, another resource.',
  params,
  body: waiverBody,
  response: { 200: waiverSchema },
});

export const withdrawWaiver = contract({
  method: 'DELETE',
  path: '/violations/:id/waiver',
  access,
  tags,
  summary: 'Withdraw the waiver of a violation',
  params,
  response: { 200: exactly({ withdrawn: { type: 'boolean' } }) },
});

const extendBody = object({
  resourceNo: required(text()),
  start: required(described(instant(), 'Start and end are within one day on the clock of the resource.')),
  end: required(instant()),
});
export type ExtendBody = Infer<typeof extendBody>;

export const extendDay = contract({
  method: 'POST',
  path: '/extendedDay',
  access,
  tags: ['Calendar'],
  summary: 'Extend the working day of a resource',
  description:
    'Adds the interval to the working time of the resource on that day: a calendar for this resource and day, which can be undone like any change.',
  query: dryRunQuery,
  headers: undoHeaders,
  body: extendBody,
  response: { 200: { $ref: 'WriteAnswer#' } },
});
